import { Alert } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from './problem-text.ts';

/** Shows why the action of a form failed. Renders nothing while `error` is null or undefined. */
export function FailedAction({ error }: { error: unknown }) {
  const t = useMessages();
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {problemText(t, error)}
    </Alert>
  );
}
