import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type AnswerOf, listProductChannels } from '@pimento/contract/wire';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Reasons } from '../connections/reasons.tsx';
import { standingText } from '../connections/standing-text.ts';
import { StateBadge } from '../connections/state-badge.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { WayBack } from '../readiness/way-back-loader.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { SubmitDialog } from '../submit/submit-dialog-loader.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';

/** The state of the product on each channel, with reasons. */
export function ChannelsPanel({ productId }: { productId: string }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const [submitting, setSubmitting] = useState(false);
  const { data, isPending, error } = useCall(listProductChannels, { params: { productId } }, { refetchMs: 15_000 });
  return (
    <Paper withBorder p="md" component="section" aria-label={t.channels.of}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {t.channels.of}
        </Title>
        {canWrite && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconSend size={14} aria-hidden />}
            onClick={() => setSubmitting(true)}
          >
            {t.submit.open}
          </Button>
        )}
      </Group>
      {isPending && <Skeleton height={48} />}
      {error && <ProblemAlert error={error} />}
      {data?.channels.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.channels.onNone}
        </Text>
      )}
      <Stack gap="md">
        {data?.channels.map((standing) => (
          <Standing key={standing.channelId} standing={standing} productId={productId} />
        ))}
      </Stack>
      {submitting && (
        <SubmitDialog
          choice={{ kind: 'some', ids: new Set([productId]) }}
          count={1}
          onClose={() => setSubmitting(false)}
        />
      )}
    </Paper>
  );
}

function Standing(props: { standing: AnswerOf<typeof listProductChannels>['channels'][number]; productId: string }) {
  const { standing, productId } = props;
  const t = useMessages();
  const formats = useFormats();
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor
          component={Link}
          to={`/channels/${encodeURIComponent(standing.channelId)}`}
          size="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {standing.channelName}
        </Anchor>
        <StateBadge state={standing.state} />
      </Group>
      <Text size="xs" c="dimmed" mb={6}>
        {[formats.moment(standing.changed), standingText(standing, t.channels)]
          .filter((text) => text !== undefined)
          .join(' · ')}
        {standing.submissionId !== null && (
          <>
            {' · '}
            <Anchor component={Link} to={`/submissions/${standing.submissionId}`} size="xs" underline="always">
              {t.channels.submission}
            </Anchor>
          </>
        )}
      </Text>
      {(standing.message !== null || standing.errors.length > 0 || standing.externalId !== null) && (
        <Text size="sm" component="div">
          <Reasons
            judgement={standing}
            productId={productId}
            wayBack={(attributeId) => (
              <WayBack channelId={standing.channelId} productId={productId} attributeId={attributeId} />
            )}
          />
        </Text>
      )}
    </div>
  );
}
