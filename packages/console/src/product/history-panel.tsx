import { Anchor, Badge, Button, Group, Paper, Stack, Text, Timeline } from '@mantine/core';
import { type HistoryEntry, listProductHistory } from '@pimento/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import type { Structure } from '../session/use-structure.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import classes from './product.module.css';
import { saveValues } from './save-values.ts';
import { ValueView } from './value-view.tsx';

/** Who changed what, newest first; one old value can be brought back. */
export function HistoryPanel(props: { productId: string; structure: Structure; isDeleted?: boolean }) {
  const { productId, structure, isDeleted = false } = props;
  const t = useMessages();
  const { api, clientId } = useWork();
  const history = useInfiniteQuery({
    queryKey: callKey(clientId, listProductHistory, productId),
    queryFn: ({ pageParam, signal }) =>
      api.call(listProductHistory, {
        params: { productId },
        query: { limit: 20, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest
    getNextPageParam: (page) => page.next,
  });
  if (history.isPending) return <ListSkeleton rows={5} />;
  if (history.isError) return <ProblemAlert error={history.error} retry={history.refetch} />;
  return (
    <Stack>
      <Timeline bulletSize={14} lineWidth={2}>
        {history.data.pages.flatMap(({ entries }) =>
          entries.map((entry) => (
            <Timeline.Item key={entry.historyId}>
              <Entry productId={productId} entry={entry} structure={structure} isDeleted={isDeleted} />
            </Timeline.Item>
          )),
        )}
      </Timeline>
      {history.hasNextPage && (
        <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </Stack>
  );
}

function Entry(props: { productId: string; entry: HistoryEntry; structure: Structure; isDeleted: boolean }) {
  const { productId, entry, structure, isDeleted } = props;
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const restore = useChange(
    (api, change: { attribute: string; old?: unknown }) =>
      saveValues(api, productId, { [change.attribute]: change.old ?? null }),
    (_report, { attribute }) => t.product.restored(structure.find(attribute)?.name ?? attribute),
  );
  return (
    <Stack gap="xs" mb="md">
      <Group gap="xs">
        <Badge
          variant="light"
          tt="none"
          color={entry.kind === 'deleted' ? 'red' : entry.kind === 'created' ? 'olive' : 'gray'}
        >
          {t.product.kinds[entry.kind]}
        </Badge>
        <Text size="sm" fw={550}>
          {entry.actor.name ?? entry.actor.id}
        </Text>
        <Text size="sm" c="dimmed">
          {formats.moment(entry.at)}
        </Text>
        {entry.jobRef !== null && (
          <Anchor component={Link} to={`/imports/${entry.jobRef}`} size="sm">
            {t.product.importOf}
          </Anchor>
        )}
      </Group>
      {entry.kind === 'updated' &&
        entry.changes.map((change) => {
          const definition = structure.find(change.attribute);
          return (
            <Paper key={change.attribute} withBorder p="sm">
              <Group justify="space-between" mb={6}>
                <Text size="sm" fw={550}>
                  {definition?.name ?? t.reserved[change.attribute] ?? change.attribute}
                </Text>
                {canWrite && !isDeleted && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    leftSection={<IconArrowBackUp size={14} aria-hidden />}
                    loading={restore.isPending}
                    onClick={() => restore.mutate(change)}
                  >
                    {t.product.restore}
                  </Button>
                )}
              </Group>
              <div className={classes.sides}>
                {(['old', 'new'] as const).map((side) => (
                  <div key={side} className={classes.side} data-side={side}>
                    <Text size="xs" c="dimmed">
                      {t.product.sides[side]}
                    </Text>
                    <ValueView value={change[side]} definition={definition} structure={structure} />
                  </div>
                ))}
              </div>
            </Paper>
          );
        })}
      {entry.kind === 'deleted' && (
        <Text size="sm" c="dimmed">
          {t.product.deletedWith(formats.number(entry.changes.length))}
        </Text>
      )}
      {entry.kind === 'created' && (
        <Text size="sm" c="dimmed">
          {t.product.createdWith(formats.number(entry.changes.length))}
        </Text>
      )}
    </Stack>
  );
}
