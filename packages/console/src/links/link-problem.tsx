import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { Entrance } from '../session/entrance.tsx';
import { problemText } from '../ui/problem-text.ts';

/** Explains why a link does not work, and links to the sign-in page. */
export function LinkProblem({ error }: { error: unknown }) {
  const t = useMessages();
  return (
    <Entrance title={t.links.invalid}>
      <Alert color="red" variant="light" role="alert">
        {problemText(t, error)}
      </Alert>
      <Button variant="default" renderRoot={(root) => <Link {...root} to="/sign-in" />}>
        {t.links.toSignIn}
      </Button>
    </Entrance>
  );
}
