import type { AssetStatus, ProductFilter, ReadinessOutcome } from '@pimento/contract';
import { assetStatuses } from '@pimento/contract/wire';
import { textIn, textsIn, without } from '../ui/search-texts.ts';

/** Filters, order and columns of the product list. They are in the URL, so that links and "back" restore the list. */
export interface ProductSearch {
  text?: string;
  family?: string;
  category?: string;
  where?: string[];
  /** Filters by outcomes on channels, as `channelId:outcome`. */
  readiness?: string[];
  /** Filters by states on channels, as `channelId:state`. */
  channelState?: string[];
  /** Only products that were changed at this time or later, as `2026-01-31T00:00:00.000Z`. */
  updatedSince?: string;
  /** Only products whose last change was before this time. */
  updatedBefore?: string;
  createdSince?: string;
  createdBefore?: string;
  /** Only products that refer to a file in one of these states. */
  assetState?: AssetStatus[];
  /** The field by which the list is sorted. A leading "-" means descending. If absent, the list is sorted by id. */
  sort?: string;
  /** The keys of the visible columns, in order. The parameter is absent if the default columns are visible. */
  columns?: string[];
  /** Id of the saved view that was opened. The other parameters may have changed since. */
  view?: string;
}

export const readProductSearch = (search: Record<string, unknown>): ProductSearch =>
  without<ProductSearch>({
    // The parameter q is also accepted, because other sites use it and people type URLs.
    text: textIn(search, 'text') ?? textIn(search, 'q'),
    family: textIn(search, 'family'),
    category: textIn(search, 'category'),
    where: textsIn(search, 'where'),
    readiness: textsIn(search, 'readiness'),
    channelState: textsIn(search, 'channelState'),
    updatedSince: timeIn(search, 'updatedSince'),
    updatedBefore: timeIn(search, 'updatedBefore'),
    createdSince: timeIn(search, 'createdSince'),
    createdBefore: timeIn(search, 'createdBefore'),
    assetState: statesIn(textsIn(search, 'assetState')),
    sort: textIn(search, 'sort'),
    columns: textsIn(search, 'columns'),
    view: textIn(search, 'view'),
  });

/** Reads a time from the URL. Returns undefined if it is invalid, because the service would refuse the whole search. */
function timeIn(search: Record<string, unknown>, key: string): string | undefined {
  const time = Date.parse(textIn(search, key) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Returns the known asset states, or undefined if there are none. */
function statesIn(texts: readonly string[] | undefined): AssetStatus[] | undefined {
  const states = assetStatuses.filter((state) => texts?.includes(state) === true);
  return states.length === 0 ? undefined : states;
}

export function filterOf(search: ProductSearch): Partial<ProductFilterQuery> {
  const { text, family, category, where, readiness, channelState, assetState } = search;
  return {
    ...(text === undefined ? {} : { text: text.slice(0, 255) }),
    ...(family === undefined ? {} : { family }),
    ...(category === undefined ? {} : { category }),
    ...(where === undefined ? {} : { where }),
    ...(readiness === undefined ? {} : { readiness }),
    ...(channelState === undefined ? {} : { channelState }),
    ...timesOf(search),
    ...(assetState === undefined ? {} : { assetState }),
  };
}
/** The parameters that compare the times of creation and of the last change. */
const timeNames = ['updatedSince', 'updatedBefore', 'createdSince', 'createdBefore'] as const;
export type TimeName = (typeof timeNames)[number];

const timesOf = (search: ProductSearch): Partial<Record<TimeName, string>> =>
  Object.fromEntries(timeNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));

/** A filter as it is sent to the service: times are strings. */
type ProductFilterQuery = Pick<
  ProductFilter,
  'text' | 'family' | 'category' | 'where' | 'readiness' | 'channelState' | 'assetState'
> &
  Record<TimeName, string>;

export const hasFilter = (search: ProductSearch): boolean => Object.keys(filterOf(search)).length > 0;

export type OutcomeName = ReadinessOutcome;

/** Formats a filter by the outcome of products on a channel. */
export const outcomeCondition = (channelId: string, outcome: OutcomeName): string => `${channelId}:${outcome}`;
