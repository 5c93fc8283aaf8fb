import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type Account, type ConnectionView, deleteAccount, validateAccount } from '@pimento/contract';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountForm } from './account-form.tsx';
import { isSilent } from '../../connections/adapter-call.ts';
import classes from '../channels.module.css';

/** The accounts of a connection: what the adapter says of each, and what can be done about it. */
export function AccountsPanel({ channel }: { channel: ConnectionView }) {
  const t = useMessages();
  const { channelId, accounts } = channel;
  const [editing, setEditing] = useState<Account>();
  const [deleting, setDeleting] = useState<Account>();
  const check = useChange(
    (api, { accountId }: Account) => api.call(validateAccount, { params: { channelId, accountId } }),
    ({ name }) => t.channels.checking(name),
  );
  const remove = useChange(
    (api, { accountId }: Account) => api.call(deleteAccount, { params: { channelId, accountId } }),
    () => {
      setDeleting(undefined);
      return t.channels.accountDeleted;
    },
  );
  return (
    <>
      {accounts.length === 0 && (
        <EmptyState icon={IconPlugConnected} title={t.submit.noAccount} text={t.channels.startText} />
      )}
      <div className={classes.accounts}>
        {accounts.map((account) => (
          <AccountCard
            key={account.accountId}
            fields={channel.accountFields}
            account={account}
            isWaitingLong={isSilent(channel)}
            isBusy={check.isPending}
            onEdit={() => setEditing(account)}
            onCheck={() => check.mutate(account)}
            onDelete={() => setDeleting(account)}
          />
        ))}
      </div>
      {editing && <AccountForm channel={channel} account={editing} onClose={() => setEditing(undefined)} />}
      <Modal
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t.channels.deleteAccount(deleting?.name ?? '')}
        closeButtonProps={{ 'aria-label': t.common.close }}
      >
        <Stack>
          <Text size="sm">{t.channels.deleteAccountText}</Text>
          {accounts.length === 1 && (
            <Text size="sm" fw={550}>
              {t.channels.deleteLastText}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setDeleting(undefined)}>
              {t.common.cancel}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => deleting && remove.mutate(deleting)}>
              {t.common.delete}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
