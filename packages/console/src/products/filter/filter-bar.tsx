import { Button, Group } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { FilterButton } from './filter-button.tsx';
import { ConditionPopover } from './lazy-condition-popover.ts';
import { type SearchChange, withFilter } from './with-filter.ts';
import { hasFilter, type ProductSearch } from '../../product-query/product-search.ts';

/** Loaded with the first filter, because most visits to the list begin without one. */
const FilterPills = lazyPart(async () => (await import('./filter-pills.tsx')).FilterPills);

const noFilters = {
  text: undefined,
  family: undefined,
  category: undefined,
  where: undefined,
  readiness: undefined,
  channelState: undefined,
  updatedSince: undefined,
  updatedBefore: undefined,
  createdSince: undefined,
  createdBefore: undefined,
  assetState: undefined,
};

/** The search by id or name, the other filters as pills, and a form to add a condition. */
export function FilterBar(props: {
  search: ProductSearch;
  structure: Structure;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Shown before the search. */
  start: ReactNode;
  onChange: (search: SearchChange) => void;
  /** Called to move the focus to the results. */
  onLeave: () => void;
}) {
  const { search, structure, searchRef, onChange } = props;
  const t = useMessages();
  const add = useRef<HTMLDivElement>(null);
  // stays true, because `FilterPills` moves the focus after the last filter was removed
  const [isFiltered, setFiltered] = useState(false);
  if (!isFiltered && hasFilter(search)) setFiltered(true);
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
      <div ref={add} style={{ display: 'contents' }}>
        <OnDemand
          button={(open) => (
            <FilterButton
              onClick={() => {
                FilterPills.preload();
                open();
              }}
            />
          )}
          opened={
            <ConditionPopover
              search={search}
              structure={structure}
              button={(toggle) => <FilterButton onClick={toggle} />}
              onAdd={(added) => onChange(withFilter(search, added))}
            />
          }
        />
      </div>
      {isFiltered && (
        <Suspense>
          <FilterPills
            search={search}
            structure={structure}
            onChange={onChange}
            fallback={() => add.current?.querySelector('button')}
          />
          {hasFilter(search) && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                onChange(noFilters);
                searchRef.current?.focus(); // because this button disappears
              }}
            >
              {t.products.clearFilters}
            </Button>
          )}
        </Suspense>
      )}
    </Group>
  );
}
