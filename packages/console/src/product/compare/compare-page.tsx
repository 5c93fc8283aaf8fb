import { Alert, Group, Stack, Switch, Text } from '@mantine/core';
import { listProducts } from '@pimento/contract/wire';
import { IconColumns2 } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { useStructure } from '../../session/use-structure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useRemovalFocus } from '../../ui/use-removal-focus.ts';
import { ProductPicker } from '../packaging/product-picker.tsx';
import { compareProducts } from './compare-lines.ts';
import { type CompareSearch, maxCompared } from './compare-search.ts';
import { CompareTable } from './compare-table.tsx';
import { useCompareTexts } from './compare-texts.ts';
import classes from './compare.module.css';

/** Reads the compared products, in the order of `ids`. Products that do not exist are left out. */
function useCompared(ids: readonly string[]) {
  const answer = useCall(
    listProducts,
    { query: { productId: [...ids], limit: maxCompared } },
    { enabled: ids.length > 0, keepsPrevious: true },
  );
  const products = useMemo(() => {
    const byId = new Map(answer.data?.products.map(({ product }) => [product.__ID, product]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }, [answer.data, ids]);
  return { ...answer, products };
}

/** Shows up to four products side by side, with their differences marked. The address contains the ids of the products. */
export function ComparePage() {
  const t = useMessages();
  const texts = useCompareTexts();
  const navigate = useNavigate();
  const { productId: ids = noIds, differences = false } = useSearch({ from: '/shell/compare' });
  const { structure, isPending } = useStructure();
  const { products, ...answer } = useCompared(ids);
  const groups = useMemo(() => compareProducts(t, products, structure), [t, products, structure]);
  const page = useRef<HTMLDivElement>(null);
  const keepFocus = useRemovalFocus(page, '[role=columnheader] button', () => page.current?.querySelector('input'));
  const change = (search: CompareSearch) => void navigate({ to: '/compare', search, replace: true });
  const chosen = (productId: string[]) => change({ productId, ...(differences ? { differences } : {}) });
  const missing =
    answer.isSuccess && !answer.isPlaceholderData ? ids.filter((id) => products.every(({ __ID }) => __ID !== id)) : [];
  const different = groups.flatMap(({ lines }) => lines).filter(({ level, isDifferent }) => level === 0 && isDifferent);
  return (
    <Page
      title={texts.title}
      wide
      subtitle={products.length > 1 ? texts.differences(different.length) : answer.isLoading ? ' ' : texts.hint}
    >
      <Stack ref={page} gap="md">
        <Group gap="lg" align="flex-end">
          {ids.length < maxCompared ? (
            <div className={classes.picker}>
              <ProductPicker
                label={texts.add}
                placeholder={texts.addPlaceholder}
                without={new Set(ids)}
                onPick={(picked) => chosen([...ids, picked.productId])}
              />
            </div>
          ) : (
            <Text size="sm" c="dimmed">
              {texts.full}
            </Text>
          )}
          <Switch
            mb={8}
            label={texts.only}
            checked={differences}
            disabled={products.length < 2}
            onChange={({ currentTarget }) =>
              change({ productId: [...ids], ...(currentTarget.checked ? { differences: true } : {}) })
            }
          />
        </Group>
        {missing.length > 0 && (
          <Alert color="orange" variant="light" role="status">
            {texts.missing(missing.join(', '))}
          </Alert>
        )}
        {answer.isError && <ProblemAlert error={answer.error} retry={answer.refetch} />}
        {ids.length > 0 && (answer.isLoading || isPending) && <ListSkeleton rows={8} />}
        {products.length === 0 && !answer.isLoading && !answer.isError && (
          <EmptyState icon={IconColumns2} title={texts.title} text={texts.hint} />
        )}
        {products.length > 0 && !isPending && (
          <CompareTable
            products={products}
            groups={groups}
            onlyDifferences={differences && products.length > 1}
            onRemove={(id, button) => {
              keepFocus(button);
              chosen(ids.filter((one) => one !== id));
            }}
          />
        )}
        {products.length === 1 && <Text c="dimmed">{texts.one}</Text>}
      </Stack>
    </Page>
  );
}

const noIds: string[] = [];
