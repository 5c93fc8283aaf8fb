import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { holdChannelProducts, listProductChannels, type ProductReadiness } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { Reasons } from '../../connections/reasons.tsx';
import { StateBadge } from '../../connections/state-badge.tsx';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { findTarget, TargetOrigin } from './way-back.tsx';

/**
 * The state of the product on the channel, the last report of the channel, and a button that holds or releases the product. Renders nothing
 * if the product is not on the channel.
 */
export function ProductStanding({ readiness, channelName }: { readiness: ProductReadiness; channelName: string }) {
  const { channelId, productId, targets } = readiness;
  const t = useReadinessTexts();
  const messages = useMessages();
  const formats = useFormats();
  const { data } = useCall(listProductChannels, { params: { productId } }, { refetchMs: 15_000 });
  const standing = data?.channels.find((one) => one.channelId === channelId);
  if (!standing) return null;
  const { state, changed, submissionId, isHeld = false } = standing;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.standing}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Title order={2} size="h5">
            {t.standing}
          </Title>
          <HoldButton channelId={channelId} productId={productId} isHeld={isHeld} />
        </Group>
        <Group gap="sm">
          <StateBadge state={state} />
          {isHeld && <Text size="sm">{t.held}</Text>}
          <Text size="xs" c="dimmed">
            {formats.moment(changed)}
          </Text>
          {submissionId !== null && (
            <Anchor component={Link} to={`/submissions/${submissionId}`} size="xs" underline="always">
              {messages.channels.submission}
            </Anchor>
          )}
        </Group>
        {(standing.message !== null || standing.errors.length > 0 || standing.externalId !== null) && (
          <Reasons
            judgement={standing}
            wayBack={(attributeId) => {
              const target = findTarget(targets, attributeId);
              const of = { channelId, productId, channelName };
              return target && <TargetOrigin {...of} target={target} />;
            }}
          />
        )}
      </Stack>
    </Paper>
  );
}

function HoldButton(props: { channelId: string; productId: string; isHeld: boolean }) {
  const { channelId, productId, isHeld } = props;
  const t = useReadinessTexts();
  const { canWrite } = useWork();
  const change = useChange(
    (api, next: boolean) =>
      api.call(holdChannelProducts, { params: { channelId }, body: { productIds: [productId], isHeld: next } }),
    (_, next) => (next ? t.heldNow : t.releasedNow),
  );
  if (!canWrite) return null;
  return (
    <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate(!isHeld)}>
      {isHeld ? t.release : t.hold}
    </Button>
  );
}
