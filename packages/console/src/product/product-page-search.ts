import { textIn, without } from '../ui/search-texts.ts';
import type { TabSearch } from '../ui/use-tab.ts';

/** The search parameters of a product's page. */
export interface ProductPageSearch extends TabSearch {
  /** Id of the channel whose result is shown. */
  channel?: string;
}

export const readProductPageSearch = (search: Record<string, unknown>): ProductPageSearch =>
  without<ProductPageSearch>({ tab: textIn(search, 'tab'), channel: textIn(search, 'channel') });
