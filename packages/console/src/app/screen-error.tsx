import { Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CodeLoadError, reloadIfReachable } from '../ui/loading/load-code.ts';
import { Page } from '../ui/page.tsx';

/** Replaces a screen that cannot be rendered or whose code cannot be fetched. The navigation stays visible. */
export function ScreenError({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useMessages();
  const router = useRouter();
  const isCode = error instanceof CodeLoadError;
  const retry = () => {
    if (isCode) {
      void reloadIfReachable();
      return;
    }
    reset();
    void router.invalidate();
  };
  return (
    <Page title={t.screenError.title}>
      <EmptyState
        icon={isCode ? IconCloudOff : IconAlertTriangle}
        title={isCode ? t.screenError.codeTitle : t.screenError.shownTitle}
        text={isCode ? t.screenError.codeText : t.screenError.shownText}
      >
        {!isCode && (
          <Text size="sm" c="dimmed" mb="md">
            <Code style={{ overflowWrap: 'anywhere' }}>{error instanceof Error ? error.message : String(error)}</Code>
          </Text>
        )}
        <Group gap="sm" justify="center">
          <Button onClick={retry}>{t.common.retry}</Button>
          <Button variant="subtle" component={Link} to="/">
            {t.notFound.home}
          </Button>
        </Group>
      </EmptyState>
    </Page>
  );
}
