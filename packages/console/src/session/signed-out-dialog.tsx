import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionKey } from './query-client.ts';
import { useMessages } from '../i18n/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { hasUnsaved } from '../ui/unsaved-inputs.ts';
import { useWork } from './session.tsx';
import { SignInFields, useSignIn } from './sign-in-fields.tsx';
import { startSession } from './use-session.ts';

/** The sign-in dialog above a page whose session has ended. All input on the page is kept. */
export function SignedOutDialog() {
  const t = useMessages();
  const { session: before } = useWork();
  const queryClient = useQueryClient();
  const [isPostponed, setPostponed] = useState(false);
  const form = useSignIn(
    before.email,
    (session) => {
      startSession(session);
      queryClient.setQueryData(sessionKey, session);
    },
    // If input is unsaved and a different person signs in, the dialog asks for confirmation, because that person starts with an empty
    // screen.
    (email) =>
      email.trim().toLowerCase() === before.email.toLowerCase() || !hasUnsaved() || confirm(t.common.leaveUnsaved),
  );
  const here = location.pathname + location.search;
  if (isPostponed)
    return (
      <Group gap="sm" pos="fixed" bottom={16} right={16} style={{ zIndex: 'var(--mantine-z-index-popover)' }}>
        <Button onClick={() => setPostponed(false)}>{t.signIn.again}</Button>
      </Group>
    );
  return (
    <Dialog title={t.signIn.ended} onClose={() => setPostponed(true)} locked>
      <form onSubmit={form.submit}>
        <Stack>
          <Text size="sm">{t.signIn.endedText}</Text>
          <SignInFields form={form} />
          <Group justify="space-between">
            <Button component="a" variant="subtle" href={`/sign-in?to=${encodeURIComponent(here)}`}>
              {t.signIn.toPage}
            </Button>
            <Button type="submit" loading={form.enter.isPending}>
              {t.signIn.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
