import { type AssetStatus, assetStatuses } from '@pimento/contract/wire';
import { choiceIn, isSetIn, textIn, without } from '../../ui/search-texts.ts';

export interface AssetSearch {
  text?: string;
  status?: AssetStatus;
  unused?: boolean;
  view?: 'list';
}

/** Reads the search parameters of a URL. Ignores unknown values. */
export const readAssetSearch = (search: Record<string, unknown>): AssetSearch =>
  without<AssetSearch>({
    text: textIn(search, 'text'),
    status: choiceIn(search, 'status', assetStatuses),
    unused: isSetIn(search, 'unused') || undefined,
    view: choiceIn(search, 'view', ['list']),
  });

/** Returns the `listAssets` query for a search. Omits the view, because the view does not filter. */
export const assetFilterOf = ({ text, status, unused }: AssetSearch) => ({
  ...(text === undefined ? {} : { text: text.slice(0, 255) }),
  ...(status === undefined ? {} : { status: [status] }),
  ...(unused === undefined ? {} : { unused }),
});
