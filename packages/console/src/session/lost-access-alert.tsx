import { Alert, Button, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { unsavedText } from '../ui/unsaved-inputs.ts';
import { sessionKey } from './query-client.ts';
import { useWork } from './session.tsx';
import type { LostAccess } from './steady-client.ts';

const readMs = 5000;

/** Polls the session, so that the alert disappears when the user has access again. */
function useFreshSession(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const read = () => void queryClient.invalidateQueries({ queryKey: sessionKey, exact: true });
    const timer = setInterval(read, readMs);
    return () => {
      clearInterval(timer);
      read();
    };
  }, [queryClient]);
}

/** Reports that the user has lost access or rights while input is unsaved, and offers to copy the input. */
export function LostAccessAlert({ access }: { access: LostAccess }) {
  const t = useMessages();
  const { clientName } = useWork();
  const { copied, copy } = useClipboard();
  useFreshSession();
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconLock aria-hidden />}
      title={t.lostAccess.titles[access](clientName)}
      m="md"
      mb={0}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.lostAccess.text}</Text>
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => copy(unsavedText())}
        >
          {copied ? t.common.copied : t.product.copyTyped}
        </Button>
      </Stack>
    </Alert>
  );
}
