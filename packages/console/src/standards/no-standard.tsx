import { Paper } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { CopyLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useStandardTexts } from './texts/standard-texts.ts';

/** The content shown for a channel without a data standard. It explains how a standard is published. */
export function NoStandard({ channelId }: { channelId: string }) {
  const t = useMessages();
  const texts = useStandardTexts();
  return (
    <Paper withBorder>
      <EmptyState icon={IconListDetails} title={texts.none} text={texts.noneText}>
        <CopyLine text={`pimento standards put ${channelId} standard.json`} label={t.common.command} />
      </EmptyState>
    </Paper>
  );
}
