import { Button, Group, Pill } from '@mantine/core';
import { readOutcome } from '@pimento/contract/text';
import type { ReactNode, RefObject } from 'react';
import { useConnections } from '../../connections/use-connections.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { labelOf, lineage } from '../../product-query/attribute-lineage.ts';
import type { AddedFilter } from './filter-draft.ts';
import { FilterButton } from './filter-button.tsx';
import { readCondition, textsOf } from '../../product-query/condition-text.ts';
import { hasFilter, type ProductSearch } from '../../product-query/product-search.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

const noFilters = {
  text: undefined,
  family: undefined,
  category: undefined,
  where: undefined,
  readiness: undefined,
  updatedSince: undefined,
  assetState: undefined,
};

const ConditionPopover = lazyPart(async () => (await import('./condition-popover.tsx')).ConditionPopover);

/** Adds the conditions of a filter to the conditions of a search, without duplicates. Returns the changed search parameters. */
function withFilter(search: ProductSearch, { where, readiness, ...rest }: AddedFilter): AddedFilter {
  const joined = (before: readonly string[] = [], added: readonly string[]) => [...new Set([...before, ...added])];
  return {
    ...rest,
    ...(where && { where: joined(search.where, where) }),
    ...(readiness && { readiness: joined(search.readiness, readiness) }),
  };
}

/** The search by id or name, the other filters as pills, and a form to add a condition. */
export function FilterBar(props: {
  search: ProductSearch;
  structure: Structure;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Shown before the search. */
  start: ReactNode;
  onChange: (search: Partial<Record<keyof ProductSearch, string | string[] | undefined>>) => void;
  /** Called to move the focus to the results. */
  onLeave: () => void;
}) {
  const { search, structure, searchRef, onChange } = props;
  const t = useMessages();
  const formats = useFormats();
  const where = search.where ?? [];
  return (
    <Group gap="xs">
      {props.start}
      <SearchField
        inputRef={searchRef}
        label={t.products.search}
        placeholder={t.products.searchHint}
        value={search.text}
        onChange={(text) => onChange({ text })}
        onLeave={props.onLeave}
      />
      <OnDemand
        button={(open) => <FilterButton onClick={open} />}
        opened={
          <ConditionPopover
            search={search}
            structure={structure}
            onAdd={(added) => onChange(withFilter(search, added))}
          />
        }
      />
      {(['family', 'category'] as const).map(
        (field) =>
          search[field] !== undefined && (
            <FilterPill key={field} onRemove={() => onChange({ [field]: undefined })}>
              {t.fields[field]}: {search[field]}
            </FilterPill>
          ),
      )}
      {where.map((condition) => (
        <FilterPill key={condition} onRemove={() => onChange({ where: where.filter((one) => one !== condition) })}>
          <ConditionText condition={condition} structure={structure} />
        </FilterPill>
      ))}
      {(search.readiness ?? []).map((condition) => (
        <FilterPill
          key={condition}
          onRemove={() => onChange({ readiness: search.readiness?.filter((one) => one !== condition) })}
        >
          <OutcomeText condition={condition} />
        </FilterPill>
      ))}
      {search.updatedSince !== undefined && (
        <FilterPill onRemove={() => onChange({ updatedSince: undefined })}>
          {t.products.changedSince} {formats.moment(search.updatedSince)}
        </FilterPill>
      )}
      {search.assetState !== undefined && (
        <FilterPill onRemove={() => onChange({ assetState: undefined })}>
          {t.products.files}: {search.assetState.map((state) => t.assets.states[state]).join(', ')}
        </FilterPill>
      )}
      {hasFilter(search) && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(noFilters)}>
          {t.products.clearFilters}
        </Button>
      )}
    </Group>
  );
}

/** The text of a condition such as `color|=red|blue`, with the label of the attribute. */
function ConditionText({ condition, structure }: { condition: string; structure: Structure }) {
  const t = useMessages();
  const { path, operator, text } = readCondition(condition);
  const definition = structure.all.find(
    (one) =>
      lineage(structure, one)
        .map(({ id }) => id)
        .join('/') === path,
  );
  const name = definition ? labelOf(structure, definition) : (t.reserved[path] ?? path.replaceAll('/', ' › '));
  const verb = path === '__CATEGORY' && operator === '^=' ? t.products.within : t.operators[operator];
  return `${name} ${verb} ${operator === '|=' ? textsOf(text).join(', ') : text}`;
}

/** The text of a condition such as `shop:ready`, with the name of the channel. */
function OutcomeText({ condition }: { condition: string }) {
  const { outcomes } = useMessages();
  const channels = useConnections();
  const read = readOutcome(condition);
  if (read === undefined) return condition;
  const { channelId, outcome } = read;
  const name = channels.data?.find((one) => one.channelId === channelId)?.name ?? channelId;
  return outcomes.on(name, outcomes[outcome], '');
}

function FilterPill({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  const t = useMessages();
  return (
    <Pill
      withRemoveButton
      size="md"
      removeButtonProps={{ 'aria-label': t.products.removeFilter, 'aria-hidden': false, tabIndex: 0 }}
      onRemove={onRemove}
    >
      {children}
    </Pill>
  );
}
