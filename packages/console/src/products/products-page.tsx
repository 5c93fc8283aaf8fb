import { ActionIcon, Button, Group, Kbd, Stack, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconFileImport, IconMoodEmpty, IconPackages, IconRestore } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useDeferredValue, useRef, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useStructure } from '../session/use-structure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { ColumnMenu } from './grid/column-menu.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { useColumns, useLayout, usualColumns } from './grid/product-columns.ts';
import { ProductGrid } from './grid/product-grid.tsx';
import { useKeptPlace, usePlaceBefore } from './grid/grid-place.ts';
import { filterOf, hasFilter, type ProductSearch, readProductSearch } from '../product-query/product-search.ts';
import bar from './selection/selection-bar.module.css';
import { useProductRows } from './grid/use-product-rows.ts';
import { useSelection } from './selection/use-selection.ts';

const ImportCurlLine = lazy(async () => ({ default: (await import('../ui/curl-line.tsx')).ImportCurlLine }));
const loadSelectionBar = () => import('./selection/selection-bar.tsx');
const loadPreview = () => import('./product-preview.tsx');
/** As soon as somebody comes near the list, so that they are there at the first press. */
const comeNear = () => void Promise.all([loadSelectionBar(), loadPreview()]);
const SelectionBar = lazy(async () => ({ default: (await loadSelectionBar()).SelectionBar }));
const ProductPreview = lazy(async () => ({ default: (await loadPreview()).ProductPreview }));

export function ProductsPage() {
  const t = useMessages();
  const formats = useFormats();
  const { clientId, canWrite } = useWork();
  const search = useSearch({ from: '/shell/products' });
  const navigate = useNavigate();
  const { structure, isPending, error } = useStructure();
  const [layout, setLayout] = useLayout(clientId);
  const columns = useColumns(t, structure, search.columns, layout);
  const keys = columns.map(({ key }) => key);
  const { rows, products, count, isLooking } = useProductRows(search, keys, structure, !isPending && error === null);
  const before = usePlaceBefore();
  const selection = useSelection(
    JSON.stringify(filterOf(search)),
    () => notifications.show({ message: t.products.selectionLost, closeButtonProps: { 'aria-label': t.common.close } }),
    before?.selection,
  );
  const [active, setActive] = useState(before?.active ?? 0);
  const offset = useRef(before?.offset ?? 0);
  useKeptPlace({ active, selection: selection.held }, offset);
  const [preview, setPreview] = useState<number>();
  const gridRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  useHotkeys([
    ['/', () => searchRef.current?.focus()],
    ['j', () => gridRef.current?.focus()],
    ['k', () => gridRef.current?.focus()],
  ]);
  const change = (next: Partial<Record<keyof ProductSearch, unknown>>) => {
    setActive(0);
    void navigate({ to: '/products', search: readProductSearch({ ...search, q: undefined, ...next }), replace: true });
  };
  const { fetchNextPage, isFetchingNextPage, hasNextPage } = rows;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const open = (productId: string) => void navigate({ to: '/products/$productId', params: { productId } });

  // the row is marked first, what can be done with it comes a moment later
  const selected = useDeferredValue(selection);

  const isEmpty = rows.isSuccess && products.length === 0 && !isLooking;
  const counted = count !== undefined && 'exact' in count ? count : undefined;
  const matching = counted?.exact;
  return (
    <Page
      fill
      title={t.products.title}
      subtitle={
        <span className="number" aria-live="polite">
          {count === undefined && ' '}
          {count !== undefined && 'exact' in count && t.products.count(formats.number(count.exact))}
          {count !== undefined && 'atLeast' in count && t.products.atLeast(formats.number(count.atLeast))}
        </span>
      }
      actions={
        <Group gap="xs">
          <Tooltip label={t.products.deletedTitle} withArrow>
            <ActionIcon
              component={Link}
              to="/deleted-products"
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t.products.deletedTitle}
            >
              <IconRestore size={18} />
            </ActionIcon>
          </Tooltip>
          <ColumnMenu
            structure={structure}
            shown={search.columns ?? usualColumns(structure)}
            pinned={layout.pinned}
            onShown={(columns) => change({ columns })}
            onPinned={(pinned) => setLayout((before) => ({ ...before, pinned }))}
          />
          {canWrite && (
            <Button component={Link} to="/imports" leftSection={<IconFileImport size={16} aria-hidden />}>
              {t.imports.import}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="sm" flex={1} mih={0}>
        <FilterBar
          search={search}
          structure={structure}
          searchRef={searchRef}
          onChange={change}
          onLeave={() => gridRef.current?.focus()}
        />
        {(error ?? rows.error) && <ProblemAlert error={error ?? rows.error} retry={rows.refetch} />}
        {((rows.isPending && !error) || isLooking) && <ListSkeleton rows={12} />}
        {isEmpty && hasFilter(search) && (
          <EmptyState icon={IconMoodEmpty} title={t.products.noMatch} text={t.products.noMatchText} />
        )}
        {isEmpty && !hasFilter(search) && (
          <EmptyState icon={IconPackages} title={t.products.none} text={t.products.noneText}>
            <Suspense>
              <ImportCurlLine />
            </Suspense>
          </EmptyState>
        )}
        {products.length > 0 && (
          <div className={bar.area} onPointerEnter={comeNear} onFocus={comeNear}>
            <ProductGrid
              gridRef={gridRef}
              offset={offset}
              takesFocus={before !== undefined}
              columns={columns}
              products={products}
              count={matching}
              hasMore={hasNextPage}
              loadMore={loadMore}
              selection={selection}
              active={active}
              onActive={setActive}
              onOpen={open}
              onPreview={(row) => {
                setActive(row);
                setPreview(row);
              }}
              onResize={(key, width) =>
                setLayout((before) => ({ ...before, widths: { ...before.widths, [key]: width } }))
              }
              onMove={(key, before) => {
                const others = keys.filter((one) => one !== key);
                if (keys.includes(key) && key !== before)
                  change({ columns: others.toSpliced(others.indexOf(before), 0, key) });
              }}
            />
            {(selected.kind === 'all' || selected.ids.size > 0) && (
              <Suspense>
                <SelectionBar
                  search={search}
                  selection={selected}
                  matching={matching}
                  countedAt={counted?.countedAt}
                  atLeast={products.length}
                />
              </Suspense>
            )}
            <Group gap={6} py={6} visibleFrom="sm" aria-hidden>
              {(['j', 'k', 'x', 'Space', 'Enter', '/'] as const).map((key) => (
                <Text key={key} size="xs" c="dimmed" mr={8}>
                  <Kbd size="xs">{key}</Kbd> {t.products.keys[key]}
                </Text>
              ))}
            </Group>
          </div>
        )}
      </Stack>
      {preview !== undefined && (
        <Suspense>
          <ProductPreview
            productId={preview === undefined ? undefined : products[preview]?.productId}
            structure={structure}
            onClose={() => {
              setPreview(undefined);
              gridRef.current?.focus();
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
