import { Button, Paper } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** The content shown while no mapping is published. */
export function NoMapping({ channelId }: { channelId: string }) {
  const t = useReadinessTexts();
  return (
    <Paper withBorder>
      <EmptyState icon={IconArrowsSplit2} title={t.none} text={t.noneText}>
        <Button component={Link} to={`/channels/${encodeURIComponent(channelId)}?tab=mapping`}>
          {t.openMapping}
        </Button>
      </EmptyState>
    </Paper>
  );
}
