import { Alert, Center, Stack, Text, TextInput } from '@mantine/core';
import { confirmSecondFactor, startSecondFactor } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { renderSVG } from 'uqr';
import { useMessages } from '../i18n/language.tsx';
import { sessionKey } from '../session/query-client.ts';
import { useChange } from '../session/use-change.ts';
import { FailedAction } from '../ui/failed-action.tsx';
import { CopyLine } from '../ui/curl-line.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/**
 * Sets up an authenticator app in two steps: asks for the password, then shows the QR code and the recovery codes and asks for the first
 * code.
 */
export function SecondFactorSetup({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const start = useChange((api, password: string) => api.call(startSecondFactor, { body: { password } }), undefined, {
    showsFailure: true,
  });
  if (start.data) return <FirstCode {...start.data} onClose={onClose} />;
  return (
    <PasswordDialog
      title={t.secondFactor.setUp}
      submit={t.secondFactor.next}
      action={start}
      onSubmit={start.mutate}
      onClose={onClose}
    />
  );
}

/** Returns a QR code that encodes text, as the data URL of an image. */
const pictureOf = (text: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`;

function FirstCode({ uri, recoveryCodes, onClose }: { uri: string; recoveryCodes: string[]; onClose: () => void }) {
  const t = useMessages();
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const picture = useMemo(() => pictureOf(uri), [uri]);
  const confirm = useChange(
    async (api) => {
      await api.call(confirmSecondFactor, { body: { code } });
      // The session is fetched again, because the user may have gained access to clients that require a second factor.
      await queryClient.refetchQueries({ queryKey: sessionKey, exact: true });
    },
    () => {
      onClose();
      return t.secondFactor.turnedOn;
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(undefined);
  };
  return (
    <Dialog title={t.secondFactor.setUp} onClose={onClose} locked>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t.secondFactor.scan}</Text>
          <Center>
            <img src={picture} alt={t.secondFactor.qr} width={200} height={200} />
          </Center>
          <CopyLine text={new URL(uri).searchParams.get('secret') ?? ''} label={t.secondFactor.key} />
          <Alert color="orange" variant="light">
            {t.secondFactor.keep}
          </Alert>
          <CopyLine text={recoveryCodes.join('\n')} label={t.secondFactor.recoveryCodes} />
          <FailedAction error={confirm.error} />
          <TextInput
            label={t.secondFactor.code}
            description={t.secondFactor.codeHint}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <DialogActions onClose={onClose} submit={t.secondFactor.confirm} loading={confirm.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}
