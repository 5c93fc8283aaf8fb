import { channelStates } from '@pimento/contract/wire';
import { choiceIn, isSetIn, without } from '../ui/search-texts.ts';

export const channelTabs = ['accounts', 'products', 'submissions', 'automatic'] as const;
export type ChannelTab = (typeof channelTabs)[number];
export type ProductState = (typeof channelStates)[number];

/** The search parameters of a channel's page. */
export interface ChannelSearch {
  tab?: ChannelTab;
  /** Shows only products in this state. */
  state?: ProductState;
  /** Opens the form for a new account. */
  connect?: true;
}

/** Reads the search parameters of a URL; ignores unknown values. */
export const readChannelSearch = (search: Record<string, unknown>): ChannelSearch =>
  without<ChannelSearch>({
    tab: choiceIn(search, 'tab', channelTabs),
    state: choiceIn(search, 'state', channelStates),
    connect: isSetIn(search, 'connect') || undefined,
  });
