import { textIn, without } from '../ui/search-texts.ts';
import type { TabSearch } from '../ui/use-tab.ts';

export interface ProductPageSearch extends TabSearch {
  /** Id of the channel whose result is shown. */
  channel?: string;
  /** The attribute whose input is opened, in the notation that channels use in errors. */
  fix?: string;
}

/** Reads the search parameters of a URL. Links of earlier versions of the console use `channels` as the name of the readiness tab. */
export function readProductPageSearch(search: Record<string, unknown>): ProductPageSearch {
  const tab = textIn(search, 'tab');
  return without<ProductPageSearch>({
    tab: tab === 'channels' ? 'readiness' : tab,
    channel: textIn(search, 'channel'),
    fix: textIn(search, 'fix'),
  });
}
