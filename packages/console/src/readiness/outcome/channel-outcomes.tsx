import { Text } from '@mantine/core';
import { type ConnectionView, getChannelReadiness } from '@pimento/contract/wire';
import { useCall } from '../../session/use-call.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { OutcomeBar } from './outcome-bar.tsx';
import { ReadinessTrend } from './readiness-trend.tsx';
import { totalOf } from './outcome-total.ts';

const pollMs = 20_000;

/**
 * The number of products by outcome, for lists of channels. Renders nothing while the numbers are being loaded, without a published
 * mapping, or without products.
 */
export function ChannelOutcomes({ channel }: { channel: ConnectionView }) {
  const { channelId } = channel;
  const t = useReadinessTexts();
  const { data } = useCall(getChannelReadiness, { params: { channelId } }, { refetchMs: pollMs });
  if (!data || data.mappingVersion === null || totalOf(data.outcomes) === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} aria-hidden>
        {t.outcome}
      </Text>
      <OutcomeBar channel={channel} outcomes={data.outcomes} />
      <ReadinessTrend channel={channel} days={30} isCompact />
    </div>
  );
}
