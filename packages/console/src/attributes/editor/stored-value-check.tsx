import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import type { AttributeDefinition, DefinitionChange } from '@pimento/contract';
import { getDefinitionChange, startDefinitionChange } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { isOpen } from '../changes/use-definition-changes.ts';
import { type AttributeDraft, concernsValues, definitionInput } from './attribute-draft.ts';
import { BlockingList } from './blocking-values.tsx';
import { blockingProduct } from './read-blocking-products.ts';

const busyMs = 500;

interface Props {
  parent: AttributeDefinition | null;
  definition: AttributeDefinition;
  draft: AttributeDraft;
}

/** Previews a changed definition on request. Lists stored values that do not fit. If all fit, shows how many products would be adapted. */
export function StoredValueCheck({ parent, definition, draft }: Props) {
  const t = useMessages();
  const input = definitionInput(parent, draft, definition);
  const [checked, setChecked] = useState<{ changeId: string; input: string }>();
  const start = useChange(
    (api, body: unknown[]) => api.call(startDefinitionChange, { query: { dryRun: true }, body }),
    ({ changeId }, body) => {
      setChecked({ changeId, input: JSON.stringify(body) });
      return undefined;
    },
    { showsFailure: true },
  );
  if (!concernsValues(draft, definition)) return null;
  return (
    <Stack gap="xs">
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate([input])}>
        {t.definitionChange.check}
      </Button>
      {start.isError && <ProblemAlert error={start.error} />}
      {checked && <CheckResult changeId={checked.changeId} definition={definition} />}
      {checked && checked.input !== JSON.stringify([input]) && (
        <Text size="sm" c="dimmed">
          {t.definitionChange.stale}
        </Text>
      )}
    </Stack>
  );
}

function CheckResult({ changeId, definition }: { changeId: string; definition: AttributeDefinition }) {
  const { api, clientId } = useWork();
  const t = useMessages();
  const formats = useFormats();
  const query = useQuery({
    queryKey: callKey(clientId, getDefinitionChange, changeId),
    queryFn: ({ signal }) => api.call(getDefinitionChange, { params: { changeId }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isOpen(state.data) ? busyMs : false),
    staleTime: 0,
  });
  if (query.isError) return <ProblemAlert error={query.error} retry={query.refetch} />;
  const change: DefinitionChange | undefined = query.data;
  if (change === undefined || isOpen(change)) {
    const { checked = 0, products = 0 } = change ?? {};
    return (
      <div>
        <Progress value={(100 * checked) / Math.max(1, products)} aria-label={t.definitionChange.check} />
        <Text size="sm" c="dimmed">
          {t.definitionChange.checked(formats.number(checked), formats.number(products))}
        </Text>
      </div>
    );
  }
  if (change.misfits > 0) {
    return (
      <BlockingList count={change.misfits} products={change.samples.map(blockingProduct)} definition={definition} />
    );
  }
  return (
    <Alert color="green" variant="light" role="status">
      {t.definitionChange.fits(formats.number(change.holders))}{' '}
      {change.toConvert > 0 && t.definitionChange.converts(formats.number(change.toConvert))}
    </Alert>
  );
}
