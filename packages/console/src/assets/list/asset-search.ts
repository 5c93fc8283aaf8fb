import { type AssetStatus, assetStatuses } from '@pimento/contract/wire';
import { choiceIn, isSetIn, textIn, without } from '../../ui/search-texts.ts';

/** Kinds of files, as the beginnings of their content types. */
export const assetTypes = ['image/', 'video/', 'audio/', 'application/pdf', 'text/'] as const;
export type AssetType = (typeof assetTypes)[number];

/** The search parameters of the asset list. */
export interface AssetSearch {
  text?: string;
  status?: AssetStatus;
  unused?: boolean;
  /** The beginning of the content type. */
  type?: AssetType;
  view?: 'list';
}

/** Reads the search parameters of a URL. Ignores unknown values. */
export const readAssetSearch = (search: Record<string, unknown>): AssetSearch =>
  without<AssetSearch>({
    text: textIn(search, 'text'),
    status: choiceIn(search, 'status', assetStatuses),
    unused: isSetIn(search, 'unused') || undefined,
    type: choiceIn(search, 'type', assetTypes),
    view: choiceIn(search, 'view', ['list']),
  });

/** Returns the `listAssets` query for a search. Omits the view, because the view does not filter. */
export const assetFilterOf = ({ text, status, unused, type }: AssetSearch) => ({
  ...(text === undefined ? {} : { text: text.slice(0, 255) }),
  ...(status === undefined ? {} : { status: [status] }),
  ...(unused === undefined ? {} : { unused }),
  ...(type === undefined ? {} : { contentType: type }),
});
