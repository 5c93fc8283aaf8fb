import { Select, Stack, Text } from '@mantine/core';
import { type ConnectionView, withdrawProducts } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

/** Asks for confirmation of a withdrawal, and for the account if several are connected. */
export function WithdrawDialog(props: {
  channel: ConnectionView;
  /** The ids of the products, or undefined for all deleted products on the channel. */
  productIds: readonly string[] | undefined;
  onDone: () => void;
  onClose: () => void;
}) {
  const { channel, productIds, onDone, onClose } = props;
  const { channelId } = channel;
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  const accounts = channel.accounts.filter(({ state }) => state === 'Connected');
  const [accountId, setAccountId] = useState(accounts[0]?.accountId ?? null);
  const withdrawal = useChange(
    (api, _input: void) => {
      const choice = productIds ? { productIds: [...productIds] } : { deleted: true as const };
      return api.call(withdrawProducts, { params: { channelId }, body: { ...choice, accountId } });
    },
    ({ submissionId, withdrawn }) => {
      onDone();
      onClose();
      if (submissionId === null) return t.channels.nothingWithdrawn;
      void navigate({ to: '/submissions/$submissionId', params: { submissionId } });
      return t.channels.withdrawn(formats.number(withdrawn));
    },
    { showsFailure: true },
  );
  const [title, text] = productIds
    ? [t.channels.withdrawTitle(formats.number(productIds.length)), t.channels.withdrawText]
    : [t.channels.withdrawDeletedTitle, t.channels.withdrawDeletedText];
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {withdrawal.error && <ProblemAlert error={withdrawal.error} />}
        <Text size="sm">{text}</Text>
        {accounts.length > 1 && (
          <Select
            label={t.submissions.account}
            data={accounts.map((account) => ({ value: account.accountId, label: account.name }))}
            value={accountId}
            onChange={setAccountId}
            allowDeselect={false}
          />
        )}
        <DialogActions
          onClose={onClose}
          submit={t.channels.withdraw}
          color="red"
          loading={withdrawal.isPending}
          onSubmit={() => withdrawal.mutate()}
        />
      </Stack>
    </Dialog>
  );
}
