import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ClientUsage, getClientUsage, putQuotas, type Quotas } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { isInBytes, quotaNames, UsageTable } from './usage-table.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

interface NamedClient {
  clientId: string;
  name: string;
}

/** The client's usage of its quotas, and a form that changes the quotas, for operators. */
export function QuotaDialog({ client, onClose }: { client: NamedClient; onClose: () => void }) {
  const texts = useTenancyMessages();
  const usage = useCall(getClientUsage, { params: { clientId: client.clientId } });
  return (
    <FormDialog title={texts.quotasTitle(client.name)} size="lg" onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.quotasText}
        </Text>
        {usage.isPending && <ListSkeleton rows={5} />}
        {usage.isError && <ProblemAlert error={usage.error} retry={usage.refetch} />}
        {usage.data && <QuotaForm client={client} usage={usage.data} onClose={onClose} />}
      </Stack>
    </FormDialog>
  );
}

function QuotaForm(props: { client: NamedClient; usage: ClientUsage; onClose: () => void }) {
  const { client, usage, onClose } = props;
  const t = useMessages();
  const texts = useTenancyMessages();
  const [quotas, setQuotas] = useState<Quotas>(usage.quotas);
  const saving = useChange(
    (api, body: Quotas) => api.call(putQuotas, { params: { clientId: client.clientId }, body }),
    () => {
      onClose();
      return texts.quotasSaved(client.name);
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(quotas);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <UsageTable usage={usage} />
        <Text size="sm">{texts.noLimitHint}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {quotaNames.map((name) => (
            <NumberInput
              key={name}
              label={isInBytes(name) ? texts.inBytes(texts.quotaNames[name]) : texts.quotaNames[name]}
              placeholder={texts.noLimit}
              min={0}
              max={Number.MAX_SAFE_INTEGER}
              allowDecimal={false}
              allowNegative={false}
              thousandSeparator=" "
              value={quotas[name] ?? ''}
              onChange={(value) => setQuotas({ ...quotas, [name]: value === '' ? null : Number(value) })}
            />
          ))}
        </SimpleGrid>
        {saving.isError && <ProblemAlert error={saving.error} />}
        <DialogActions onClose={onClose} submit={t.common.save} loading={saving.isPending} />
      </Stack>
    </form>
  );
}
