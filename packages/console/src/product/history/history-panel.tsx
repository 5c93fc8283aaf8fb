import { Button, Group, Paper, Stack, Text, Timeline } from '@mantine/core';
import { type HistoryEntry, listProductHistory } from '@pimento/contract/wire';
import { IconArrowBackUp } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import type { Structure } from '../../session/structure.ts';
import { ListSkeleton } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { problemText } from '../../ui/problem-text.ts';
import classes from '../values/values.module.css';
import { AsOfButton } from './as-of-button.tsx';
import { EntryHead } from './entry-head.tsx';
import { HistoryFilterBar } from './history-filter.tsx';
import { useHistoryTexts } from './history-texts.ts';
import { anyChange, isAnyChange, readHistory } from './read-history.ts';
import { useGuardedSave } from '../saving/use-guarded-save.ts';
import { ValueView } from '../values/value-view.tsx';

/** The history of a product, newest first, with buttons that restore old values. */
export function HistoryPanel(props: { productId: string; structure: Structure; isDeleted?: boolean }) {
  const { productId, structure, isDeleted = false } = props;
  const t = useMessages();
  const { api, clientId } = useWork();
  const texts = useHistoryTexts();
  const [filter, setFilter] = useState(anyChange);
  const history = useInfiniteQuery({
    queryKey: callKey(clientId, listProductHistory, { productId, ...filter }),
    queryFn: ({ pageParam, signal }) => readHistory(api, productId, filter, pageParam, signal),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  if (history.isPending) return <ListSkeleton rows={5} />;
  if (history.isError) return <ProblemAlert error={history.error} retry={history.refetch} />;
  const entries = history.data.pages.flatMap((page) => page.entries);
  return (
    <Stack>
      <HistoryFilterBar productId={productId} filter={filter} onChange={setFilter} />
      {entries.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {history.hasNextPage ? texts.noMatchYet : texts.noMatch}
        </Text>
      )}
      <Timeline bulletSize={14} lineWidth={2}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.historyId}>
            <Entry
              productId={productId}
              entry={entry}
              entries={entries}
              newest={newestValues(entries)}
              structure={structure}
              isDeleted={isDeleted}
              isWhole={isAnyChange(filter) && !history.isPlaceholderData}
            />
          </Timeline.Item>
        ))}
      </Timeline>
      {history.hasNextPage && (
        <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </Stack>
  );
}

/**
 * Returns the newest value of each attribute.
 * @param entries newest first
 */
function newestValues(entries: readonly HistoryEntry[]): ReadonlyMap<string, unknown> {
  const newest = new Map<string, unknown>();
  for (const { changes } of entries)
    for (const { attribute, new: value } of changes) if (!newest.has(attribute)) newest.set(attribute, value);
  return newest;
}

/** A button that restores a value, unless the value has changed since the history was read. */
function RestoreButton(props: { productId: string; attribute: string; label: string; old: unknown; seen: unknown }) {
  const { productId, attribute, label, old, seen } = props;
  const t = useMessages();
  const save = useGuardedSave(productId, attribute, t.product.restored(label), () => undefined);
  return (
    <Stack gap={4} align="flex-end">
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.store(old ?? null, seen)}
      >
        {t.product.restore}
      </Button>
      {save.error && (
        <Text size="xs" c="red" role="alert">
          {problemText(t, save.error)}
        </Text>
      )}
    </Stack>
  );
}

/** The value before and after a change. */
function ChangeSides({ change, structure }: { change: HistoryEntry['changes'][number]; structure: Structure }) {
  const t = useMessages();
  return (
    <div className={classes.sides}>
      {(['old', 'new'] as const).map((side) => (
        <div key={side} className={classes.side} data-side={side}>
          <Text size="xs" c="dimmed">
            {t.product.sides[side]}
          </Text>
          <ValueView
            value={change[side]}
            compared={change[side === 'old' ? 'new' : 'old']}
            definition={structure.find(change.attribute)}
            structure={structure}
            label={change.attribute}
          />
        </div>
      ))}
    </div>
  );
}

function Entry(props: {
  productId: string;
  entry: HistoryEntry;
  entries: readonly HistoryEntry[];
  newest: ReadonlyMap<string, unknown>;
  structure: Structure;
  isDeleted: boolean;
  /** True if no filter hides entries. Only then do the entries show the current values and the state of the product after an entry. */
  isWhole: boolean;
}) {
  const { productId, entry, entries, newest, structure, isDeleted, isWhole } = props;
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  return (
    <Stack gap="xs" mb="md">
      <EntryHead entry={entry} label={t.product.kinds[entry.kind]}>
        {canWrite && !isDeleted && isWhole && entry.kind !== 'deleted' && (
          <AsOfButton productId={productId} entry={entry} entries={entries} structure={structure} />
        )}
      </EntryHead>
      {entry.kind === 'updated' &&
        entry.changes.map((change) => {
          const definition = structure.find(change.attribute);
          const label = definition ? structure.nameOf(definition) : (t.reserved[change.attribute] ?? change.attribute);
          return (
            <Paper key={change.attribute} withBorder p="sm">
              <Group justify="space-between" mb={6}>
                <Text size="sm" fw={500}>
                  {label}
                </Text>
                {canWrite && !isDeleted && isWhole && (
                  <RestoreButton
                    productId={productId}
                    attribute={change.attribute}
                    label={label}
                    old={change.old}
                    seen={newest.get(change.attribute)}
                  />
                )}
              </Group>
              <ChangeSides change={change} structure={structure} />
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
