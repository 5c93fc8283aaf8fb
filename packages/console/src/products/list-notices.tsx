import { Suspense } from 'react';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import type { ProductList } from './use-product-list.ts';

const SortNotice = lazyPart(async () => (await import('./sort-notice.tsx')).SortNotice);
const NoProducts = lazyPart(async () => (await import('./no-products.tsx')).NoProducts);

/** The notices above the grid or instead of it: the state of the sort order, an error, a placeholder while loading, or an empty list. */
export function ListNotices({ list }: { list: ProductList }) {
  return (
    <>
      {(list.sortProgress !== undefined || list.sortBehind > 0) && (
        <Suspense>
          <SortNotice list={list} />
        </Suspense>
      )}
      {list.error && <ProblemAlert error={list.error} retry={list.reload} />}
      {list.isLoading && <ListSkeleton rows={12} />}
      {list.isEmpty && (
        <Suspense>
          <NoProducts list={list} />
        </Suspense>
      )}
    </>
  );
}
