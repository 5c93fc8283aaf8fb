import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FailedAction } from '../ui/failed-action.tsx';
import { useMessages } from '../i18n/language.tsx';
import { Entrance } from '../session/entrance.tsx';

/** Explains why a link does not work, and links to the sign-in page. */
export function LinkProblem({ error }: { error: unknown }) {
  const t = useMessages();
  return (
    <Entrance title={t.links.invalid}>
      <FailedAction error={error} />
      <Button variant="default" renderRoot={(root) => <Link {...root} to="/sign-in" />}>
        {t.links.toSignIn}
      </Button>
    </Entrance>
  );
}
