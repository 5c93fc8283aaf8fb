import type { Readiness } from '@pimento/contract';

/** Returns the total number of products in a channel's counts. */
export const totalOf = ({ ready, incomplete, invalid, unmapped }: Readiness['outcomes']): number =>
  ready + incomplete + invalid + unmapped;
