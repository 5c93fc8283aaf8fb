import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFoundPage() {
  const t = useMessages();
  return (
    <EmptyState icon={IconMapQuestion} title={t.notFound.title} text={t.notFound.text}>
      <Button component={Link} to="/">
        {t.nav.home}
      </Button>
    </EmptyState>
  );
}
