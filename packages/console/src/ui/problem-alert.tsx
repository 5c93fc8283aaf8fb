import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from './problem-text.ts';

/** An error message, with a retry button if `retry` is set. */
export function ProblemAlert({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const t = useMessages();
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t.problem.title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{problemText(t, error)}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={() => void retry()}>
            {t.common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
