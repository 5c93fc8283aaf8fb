import { Button, Code, Group, Text } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

/** The page for an unknown URL, with links to existing pages. */
export function NotFoundPage() {
  const t = useMessages();
  const { pathname } = useLocation();
  return (
    <Page title={t.notFound.title}>
      <EmptyState icon={IconMapQuestion} title={t.notFound.nothing} text={t.notFound.text}>
        <Text size="sm" c="dimmed" mb="md">
          <Code style={{ overflowWrap: 'anywhere' }}>{pathname}</Code>
        </Text>
        <Group gap="sm" justify="center">
          <Button component={Link} to="/">
            {t.notFound.home}
          </Button>
          <Button component={Link} to="/products" variant="default">
            {t.nav.products}
          </Button>
          <Button variant="subtle" onClick={() => history.back()}>
            {t.notFound.back}
          </Button>
        </Group>
      </EmptyState>
    </Page>
  );
}
