import { Group, Select } from '@mantine/core';
import { type HistoryEntry, jobOrigins, listHistoryActors } from '@pimento/contract/wire';
import { useCall } from '../../session/use-call.ts';
import type { HistoryFilter } from './read-history.ts';
import { useHistoryTexts } from './history-texts.ts';

const valueOf = ({ kind, id }: HistoryEntry['actor']): string => `${kind}:${id}`;
const originOf = (value: string | null) => jobOrigins.find((origin) => origin === value);

/** Limits the history of a product to one person, key or system, and to one source of changes. */
export function HistoryFilterBar(props: {
  productId: string;
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}) {
  const { productId, filter, onChange } = props;
  const texts = useHistoryTexts();
  const actors = useCall(listHistoryActors, { params: { productId } }, { staleMs: 0 });
  const people = (actors.data?.actors ?? []).map((actor) => ({
    value: valueOf(actor),
    label: actor.name ?? actor.id,
  }));
  return (
    <Group gap="xs">
      <Select
        aria-label={texts.person}
        placeholder={texts.anyone}
        data={people}
        value={filter.actor ?? null}
        onChange={(actor) => onChange({ ...filter, actor: actor ?? undefined })}
        size="xs"
        flex="1 1 150px"
        maw={220}
        searchable
        clearable
      />
      <Select
        aria-label={texts.source}
        placeholder={texts.anySource}
        data={jobOrigins.map((origin) => ({ value: origin, label: texts.sources[origin] }))}
        value={filter.origin ?? null}
        onChange={(origin) => onChange({ ...filter, origin: originOf(origin) })}
        size="xs"
        flex="1 1 150px"
        maw={220}
        clearable
      />
    </Group>
  );
}
