import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { listPasskeys, type Passkey } from '@pimento/contract/wire';
import { useState } from 'react';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { hasPasskeys } from '../../session/passkey.ts';
import { useCall } from '../../session/use-call.ts';
import { AddPasskeyDialog, DeletePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { PasskeyLine } from './passkey-line.tsx';

export function PasskeysPanel() {
  const texts = useSignOnTexts();
  const passkeys = useCall(listPasskeys, {});
  const [open, setOpen] = useState<{ kind: 'add' } | { kind: 'rename' | 'delete'; passkey: Passkey }>();
  const close = () => setOpen(undefined);
  if (!passkeys.data) return null;
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {texts.passkeys}
        </Title>
        <Text size="sm">{texts.passkeysText}</Text>
        {passkeys.data.passkeys.map((passkey) => (
          <PasskeyLine
            key={passkey.passkeyId}
            passkey={passkey}
            onRename={() => setOpen({ kind: 'rename', passkey })}
            onDelete={() => setOpen({ kind: 'delete', passkey })}
          />
        ))}
        {hasPasskeys() ? (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen({ kind: 'add' })}>
            {texts.addPasskey}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.noPasskeys}
          </Text>
        )}
      </Stack>
      {open?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'delete' && <DeletePasskeyDialog passkey={open.passkey} onClose={close} />}
    </Paper>
  );
}
