import { listProductCategories } from '@pimento/contract/wire';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { readCondition } from '../../product-query/condition-text.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import type { CategoryNode } from './category-rows.ts';

const categoryPath = '__CATEGORY';

const isByCategory = (condition: string): boolean => readCondition(condition).path === categoryPath;

/**
 * Returns the category path of the condition `^=` on the category, which also includes descendants, or undefined if there is no such
 * condition.
 */
export function chosenCategory({ where }: ProductSearch): string | undefined {
  const condition = where?.map(readCondition).find(({ path, operator }) => path === categoryPath && operator === '^=');
  return condition?.text;
}

/** Returns the conditions of a search, except conditions on the category. */
export const otherConditions = ({ where = [] }: ProductSearch): string[] =>
  where.filter((condition) => !isByCategory(condition));

/** Returns the loaded levels of the tree. Each number counts only products that match the other filters of the list. */
export function useCategoryLevels(search: ProductSearch, expanded: ReadonlySet<string>) {
  const { api, clientId } = useWork();
  const { where: _, category: __, ...filter } = filterOf(search);
  const others = otherConditions(search);
  const query = { ...filter, ...(others.length > 0 && { where: others }) };
  const paths = ['', ...expanded];
  const answers = useQueries({
    queries: paths.map((under) => ({
      queryKey: callKey(clientId, listProductCategories, query, under),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.call(listProductCategories, { query: { ...query, ...(under !== '' && { under }) }, signal }),
      placeholderData: keepPreviousData,
    })),
  });
  const levels = new Map<string, CategoryNode[]>();
  for (const [index, path] of paths.entries()) {
    const data = answers[index]?.data;
    if (data) levels.set(path, data.categories);
  }
  const [top] = answers;
  return {
    levels,
    isExact: answers.every(({ data }) => data === undefined || data.isComplete),
    isPending: top?.isPending ?? true,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}
