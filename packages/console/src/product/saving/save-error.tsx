import { Alert } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { problemText } from '../../ui/problem-text.ts';

export function SaveError({ error }: { error: Error }) {
  const t = useMessages();
  return (
    <Alert color="red" variant="light" p="xs" role="alert">
      {problemText(t, error)}
    </Alert>
  );
}
