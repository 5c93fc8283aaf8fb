import { Anchor, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { listReadinessProducts, type ReadinessRow } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { type Ref, useState } from 'react';
import { useWork } from '../../session/session.tsx';
import type { TargetTree } from '../../standards/targets/target-tree.ts';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { PageList } from '../../ui/page-list.tsx';
import { without } from '../../ui/search-texts.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { firstTargets } from '../grid/grid-columns.ts';
import { ColumnChoice, ValueGrid } from '../grid/value-grid.tsx';
import { type ReadinessFilter, shownOutcomes } from '../readiness-types.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { ReadinessProductRow } from './readiness-product-row.tsx';

/** The products of a channel with their outcomes, page by page, filtered by outcome, problem or category. */
export function ReadinessProducts(props: {
  channelId: string;
  /** The list is fetched again when this value changes. */
  state: string;
  filter: ReadinessFilter;
  /** The targets of the data standard, or undefined while they are being loaded. */
  tree: TargetTree | undefined;
  nameOf: (target: string) => string;
  categoryName: (categoryId: string) => string;
  onFilter: (filter: ReadinessFilter) => void;
  headingRef: Ref<HTMLHeadingElement>;
}) {
  const { channelId, state, filter, tree, nameOf, categoryName, onFilter, headingRef } = props;
  const { outcome, target, code, category } = filter;
  const t = useReadinessTexts();
  const { clientId } = useWork();
  const [view, setView] = useState<'problems' | 'values'>('problems');
  const [chosen, setChosen] = useState<string[]>();
  // a chosen target may be missing from a newer version of the standard
  const columns =
    tree === undefined ? [] : (chosen?.filter((path) => tree.byPath.has(path)) ?? firstTargets(tree, target));
  const query = {
    ...without<ReadinessFilter>({ outcome, target, code, category }),
    ...(view === 'values' && columns.length > 0 && { values: columns }),
  };
  const pages = usePages(callKey(clientId, listReadinessProducts, channelId, query, state), (api, start, signal) =>
    api.call(listReadinessProducts, { params: { channelId }, query: { limit: 50, ...query, ...start }, signal }),
  );
  const products = pages.data?.pages.flatMap((page) => page.products) ?? [];
  return (
    <Stack gap="xs" component="section" aria-label={t.list}>
      <Title order={2} size="h5" ref={headingRef} tabIndex={-1} style={{ scrollMarginTop: 80 }}>
        {t.list}
      </Title>
      <ChipChoice
        value={outcome}
        all={t.all}
        choices={shownOutcomes.map((value) => ({ value, label: t.outcomes[value] }))}
        onChange={(next) => onFilter({ ...filter, outcome: next })}
      />
      <FilterLine
        channelId={channelId}
        filter={filter}
        nameOf={nameOf}
        categoryName={categoryName}
        onClear={() => onFilter({})}
      />
      <SegmentedControl
        w="fit-content"
        aria-label={t.grid.view}
        value={view}
        onChange={(next) => setView(next === 'values' ? 'values' : 'problems')}
        data={(['problems', 'values'] as const).map((value) => ({ value, label: t.grid.views[value] }))}
      />
      {view === 'values' && tree !== undefined && <ColumnChoice tree={tree} columns={columns} onColumns={setChosen} />}
      <PageList pages={pages} isEmpty={products.length === 0} emptyText={t.noProducts}>
        {view === 'values' ? (
          <ValueGrid
            channelId={channelId}
            products={products}
            nodes={columns.flatMap((path) => tree?.byPath.get(path) ?? [])}
            isLoading={pages.isPlaceholderData}
          />
        ) : (
          <ProblemTable channelId={channelId} products={products} />
        )}
      </PageList>
    </Stack>
  );
}

/** The problem and category of the filter, and a link to the same products on the channel, unless they are filtered by category. */
function FilterLine(props: {
  channelId: string;
  filter: ReadinessFilter;
  nameOf: (target: string) => string;
  categoryName: (categoryId: string) => string;
  onClear: () => void;
}) {
  const { channelId, filter, nameOf, categoryName, onClear } = props;
  const { target, code, category } = filter;
  const t = useReadinessTexts();
  const problem = [target === undefined ? undefined : nameOf(target), code && (t.codes[code] ?? code)]
    .filter((text) => text !== undefined)
    .join(': ');
  const filters = [
    ...(problem === '' ? [] : [t.withProblem(problem)]),
    ...(category === undefined ? [] : [t.inCategory(categoryName(category))]),
  ];
  return (
    <Group gap="sm">
      {filters.length > 0 && (
        <>
          <Text size="sm">{filters.join(' · ')}</Text>
          <Button variant="default" size="compact-sm" onClick={onClear}>
            {t.clearFilter}
          </Button>
        </>
      )}
      {category === undefined && <ChannelProductsLink channelId={channelId} filter={filter} />}
    </Group>
  );
}

/** Products with their outcome and their first problems. */
function ProblemTable({ channelId, products }: { channelId: string; products: readonly ReadinessRow[] }) {
  const t = useReadinessTexts();
  return (
    <TableFrame
      label={t.list}
      minWidth={640}
      headings={[
        { label: t.product, width: '28%' },
        { label: t.outcome, width: 130 },
        { label: t.filled, width: 130, align: 'right' },
        { label: t.lacks },
      ]}
    >
      {products.map((product) => (
        <ReadinessProductRow key={product.productId} product={product} channelId={channelId} />
      ))}
    </TableFrame>
  );
}

/** A link to the same products in the list of products on the channel. */
function ChannelProductsLink({ channelId, filter }: { channelId: string; filter: ReadinessFilter }) {
  const { outcome, target, code } = filter;
  const t = useReadinessTexts();
  return (
    <Anchor
      size="sm"
      underline="always"
      renderRoot={(root) => (
        <Link
          {...root}
          to="/channels/$channelId"
          params={{ channelId }}
          search={{ tab: 'products', ...without<ReadinessFilter>({ outcome, target, code }) }}
        />
      )}
    >
      {t.onChannel}
    </Anchor>
  );
}
