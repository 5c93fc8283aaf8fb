import { Select, Skeleton, Stack } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { type ConnectionView, getProductReadiness } from '@pimento/contract/wire';
import { IconBroadcast } from '@tabler/icons-react';
import { useConnections } from '../../connections/use-connections.ts';
import { useCall } from '../../session/use-call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { NoMapping } from '../outcome/no-mapping.tsx';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { ProductOutcome } from './product-outcome.tsx';
import { ProductStanding } from './product-standing.tsx';
import { chooseChannel } from './choose-channel.ts';
import { TargetValues } from './target-values.tsx';
import { useProductOutcomes } from './use-product-outcomes.ts';

/** The readiness of a product on one channel, and the origin of each of its values there. */
export function ProductReadiness(props: {
  productId: string;
  /** If undefined or not one of the connected channels with a data standard, `chooseChannel` selects one of these channels. */
  channelId: string | undefined;
  onChannel: (channelId: string) => void;
}) {
  const { productId, onChannel } = props;
  const t = useReadinessTexts();
  const connections = useConnections();
  const channels = (connections.data ?? []).filter(
    ({ connected, standardVersion }) => connected && standardVersion !== undefined,
  );
  const outcomes = useProductOutcomes(
    productId,
    // a channel without a ruleset evaluates nothing
    channels.filter(({ rulesetNo }) => typeof rulesetNo === 'number').map(({ channelId }) => channelId),
  );
  const chosen = chooseChannel(channels, props.channelId, outcomes);
  if (connections.isPending || (outcomes === undefined && chosen === undefined)) return <Skeleton height={240} />;
  if (connections.isLoadingError) return <ProblemAlert error={connections.error} retry={connections.refetch} />;
  if (!chosen) return <EmptyState icon={IconBroadcast} title={t.noChannels} text={t.noChannelsText} />;
  return (
    <Stack>
      {channels.length > 1 && (
        <Select
          label={t.channel}
          maw={320}
          data={channels.map(({ channelId, name }) => {
            const outcome = outcomes?.get(channelId);
            return { value: channelId, label: outcome === undefined ? name : `${name}: ${t.outcomes[outcome]}` };
          })}
          value={chosen.channelId}
          allowDeselect={false}
          onChange={(next) => next !== null && onChannel(next)}
        />
      )}
      <OnChannel productId={productId} channel={chosen} />
    </Stack>
  );
}

function OnChannel({ productId, channel }: { productId: string; channel: ConnectionView }) {
  const { channelId, name } = channel;
  const readiness = useCall(getProductReadiness, { params: { channelId, productId } }, { refetchMs: 30_000 });
  if (readiness.isPending) return <Skeleton height={240} />;
  if (readiness.error instanceof ProblemError && readiness.error.code === 'mapping-not-published')
    return <NoMapping channelId={channelId} />;
  if (readiness.isLoadingError) return <ProblemAlert error={readiness.error} retry={readiness.refetch} />;
  return (
    <Stack gap="lg">
      <ProductOutcome readiness={readiness.data} />
      <ProductStanding readiness={readiness.data} channelName={name} />
      <TargetValues readiness={readiness.data} standardVersion={channel.standardVersion} />
    </Stack>
  );
}
