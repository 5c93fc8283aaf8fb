import { useNavigate, useSearch } from '@tanstack/react-router';
import { textIn, without } from './search-texts.ts';

/** The search parameter of a page with tabs, which is absent for the first tab. */
export interface TabSearch {
  tab?: string;
}

export const readTabSearch = (search: Record<string, unknown>): TabSearch =>
  without<TabSearch>({ tab: textIn(search, 'tab') });

/** Stores the open tab in the URL, so that links, "back" and reloads open the same tab. */
export function useTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = tabs;
  const find = (name: string | null | undefined) => tabs.find((one) => one === name);
  return {
    value: find(tab) ?? first,
    onChange(next: string | null) {
      const chosen = find(next);
      if (chosen === undefined) return;
      void navigate({ to: '.', search: chosen === first ? {} : { tab: chosen }, replace: true });
    },
    keepMounted: false,
  };
}
