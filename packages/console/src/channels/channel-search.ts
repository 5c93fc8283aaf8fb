import { channelStates } from '@pimento/contract';

export const channelTabs = ['accounts', 'products', 'submissions', 'automatic'] as const;
export type ChannelTab = (typeof channelTabs)[number];
export type ProductState = (typeof channelStates)[number];

/** What the address of a channel says, so that a part of its products can be linked to. */
export interface ChannelSearch {
  tab?: ChannelTab;
  state?: ProductState;
  /** Begin with the form for an account. */
  connect?: true;
}

export function readChannelSearch(search: Record<string, unknown>): ChannelSearch {
  const tab = channelTabs.find((one) => one === search['tab']);
  const state = channelStates.find((one) => one === search['state']);
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(state === undefined ? {} : { state }),
    ...(search['connect'] === true ? { connect: true } : {}),
  };
}
