import { type Account, type ConnectionView, deleteAccount, validateAccount } from '@pimento/contract/wire';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { isSilent } from '../../connections/adapter-call.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import classes from '../channels.module.css';
import { AccountCard } from './account-card.tsx';
import { AccountForm } from './account-form.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export function AccountsPanel({ channel }: { channel: ConnectionView }) {
  const t = useMessages();
  const { channelId, accounts } = channel;
  const [edited, setEdited] = useState<Account>();
  const [deleted, setDeleted] = useState<Account>();
  const check = useChange(
    (api, { accountId }: Account) => api.call(validateAccount, { params: { channelId, accountId } }),
    ({ name }) => t.channels.checking(name),
  );
  const removal = useChange(
    (api, { accountId }: Account) => api.call(deleteAccount, { params: { channelId, accountId } }),
    () => {
      setDeleted(undefined);
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
            isSilent={isSilent(channel)}
            isBusy={check.isPending}
            onEdit={() => setEdited(account)}
            onCheck={() => check.mutate(account)}
            onDelete={() => setDeleted(account)}
          />
        ))}
      </div>
      {edited && <AccountForm channel={channel} account={edited} onClose={() => setEdited(undefined)} />}
      <DeleteAccountDialog
        account={deleted}
        isLast={accounts.length === 1}
        isDeleting={removal.isPending}
        onDelete={removal.mutate}
        onClose={() => setDeleted(undefined)}
      />
    </>
  );
}
