import { deletePasskey, type Passkey, renamePasskey } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useMessages } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { addPasskey } from '../../session/passkey.ts';
import { sessionKey } from '../../session/query-client.ts';
import { useChange } from '../../session/use-change.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const texts = useSignOnTexts();
  const queryClient = useQueryClient();
  const adding = useChange(
    async (api, name: string) => {
      await addPasskey(api, name);
      // The session is fetched again, because the user may have gained access to clients that require a second factor.
      await queryClient.refetchQueries({ queryKey: sessionKey, exact: true });
    },
    () => {
      onClose();
      return texts.passkeyAdded;
    },
    { showsFailure: true },
  );
  return (
    <PasskeyNameDialog title={texts.addPasskey} submit={texts.continue} first="" action={adding} onClose={onClose} />
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useMessages();
  const texts = useSignOnTexts();
  const renaming = useChange(
    (api, name: string) => api.call(renamePasskey, { params: { passkeyId: passkey.passkeyId }, body: { name } }),
    () => {
      onClose();
      return undefined;
    },
    { showsFailure: true },
  );
  return (
    <PasskeyNameDialog
      title={texts.renamePasskey(passkey.name)}
      submit={t.common.save}
      first={passkey.name}
      action={renaming}
      onClose={onClose}
    />
  );
}

export function DeletePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useMessages();
  const texts = useSignOnTexts();
  const deletion = useChange(
    (api) => api.call(deletePasskey, { params: { passkeyId: passkey.passkeyId } }),
    () => {
      onClose();
      return texts.passkeyDeleted;
    },
  );
  return (
    <ConfirmDialog
      title={`${texts.deletePasskey(passkey.name)}?`}
      text={texts.deletePasskeyText}
      confirm={t.common.delete}
      loading={deletion.isPending}
      onConfirm={() => deletion.mutate(undefined)}
      onClose={onClose}
    />
  );
}
