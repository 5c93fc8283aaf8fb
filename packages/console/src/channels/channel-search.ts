import { channelStates } from '@pimento/contract/wire';
import { type MappingView, mappingViews } from '../mapping/mapping-types.ts';
import { type ShownOutcome, shownOutcomes } from '../readiness/readiness-types.ts';
import { type StandardPart, standardParts } from '../standards/standard-types.ts';
import { choiceIn, isSetIn, textIn, without } from '../ui/search-texts.ts';

export const channelTabs = [
  'accounts',
  'products',
  'readiness',
  'submissions',
  'automatic',
  'standard',
  'mapping',
] as const;
export type ChannelTab = (typeof channelTabs)[number];
export type ProductState = (typeof channelStates)[number];

/** The search parameters of a channel's page. */
export interface ChannelSearch {
  tab?: ChannelTab;
  /** Shows only products in this state. */
  state?: ProductState;
  /** The open part of the data standard. */
  part?: StandardPart;
  /** The open part of the mapping. */
  view?: MappingView;
  /** Path of a target. In the mapping, opens this target. In lists of products, shows only products with a problem at this target. */
  target?: string;
  /** Shows only products with this outcome. */
  outcome?: ShownOutcome;
  /** Shows only products with a problem of this code. */
  code?: string;
  /** Shows only products in this category of the channel. */
  category?: string;
  /** Opens the form for a new account. */
  connect?: true;
}

/** Reads the search parameters of a URL. Ignores unknown values. */
export const readChannelSearch = (search: Record<string, unknown>): ChannelSearch =>
  without<ChannelSearch>({
    tab: choiceIn(search, 'tab', channelTabs),
    state: choiceIn(search, 'state', channelStates),
    part: choiceIn(search, 'part', standardParts),
    view: choiceIn(search, 'view', mappingViews),
    target: textIn(search, 'target'),
    outcome: choiceIn(search, 'outcome', shownOutcomes),
    code: textIn(search, 'code'),
    category: textIn(search, 'category'),
    connect: isSetIn(search, 'connect') || undefined,
  });
