import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { endSecondFactor, getSecondFactor, replaceRecoveryCodes } from '@pimento/contract/wire';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** Turns the user's second factor on and off, and replaces the recovery codes. */
export function SecondFactorPanel() {
  const t = useMessages();
  const state = useCall(getSecondFactor, {});
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off'>();
  const close = () => setOpen(undefined);
  if (!state.data) return null;
  const { isOn } = state.data;
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t.secondFactor.title}
        </Title>
        <Text size="sm">{isOn ? t.secondFactor.on : t.secondFactor.off}</Text>
        {isOn ? (
          <Group>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {t.secondFactor.newCodes}
            </Button>
            <Button variant="default" color="red" onClick={() => setOpen('off')}>
              {t.secondFactor.turnOff}
            </Button>
          </Group>
        ) : (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen('set-up')}>
            {t.secondFactor.setUp}
          </Button>
        )}
      </Stack>
      {open === 'set-up' && <SecondFactorSetup onClose={close} />}
      {open === 'codes' && <NewRecoveryCodes onClose={close} />}
      {open === 'off' && <TurnOff onClose={close} />}
    </Paper>
  );
}

function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const replacement = useChange(
    (api, password: string) => api.call(replaceRecoveryCodes, { body: { password } }),
    undefined,
    { showsFailure: true },
  );
  if (replacement.data)
    return (
      <Dialog title={t.secondFactor.newCodes} onClose={onClose} locked>
        <ShownOnce
          warning={t.secondFactor.keep}
          text={replacement.data.recoveryCodes.join('\n')}
          label={t.secondFactor.recoveryCodes}
          onClose={onClose}
        />
      </Dialog>
    );
  return (
    <PasswordDialog
      title={t.secondFactor.newCodes}
      submit={t.secondFactor.newCodes}
      action={replacement}
      onSubmit={replacement.mutate}
      onClose={onClose}
    />
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const end = useChange(
    (api, password: string) => api.call(endSecondFactor, { body: { password } }),
    () => {
      onClose();
      return t.secondFactor.turnedOff;
    },
    { showsFailure: true },
  );
  return (
    <PasswordDialog
      title={t.secondFactor.turnOff}
      submit={t.secondFactor.turnOff}
      action={end}
      onSubmit={end.mutate}
      onClose={onClose}
    />
  );
}
