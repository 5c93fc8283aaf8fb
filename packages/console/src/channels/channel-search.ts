import { channelStates } from '@pimento/contract/wire';

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
export function readChannelSearch(search: Record<string, unknown>): ChannelSearch {
  const tab = channelTabs.find((one) => one === search['tab']);
  const state = channelStates.find((one) => one === search['state']);
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(state === undefined ? {} : { state }),
    ...(search['connect'] === true ? { connect: true } : {}),
  };
}
