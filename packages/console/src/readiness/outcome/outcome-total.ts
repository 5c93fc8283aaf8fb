import type { Readiness } from '@pimento/contract';

/** Returns the number of products that a channel's counts contain. */
export const totalOf = ({ ready, incomplete, invalid, unmapped }: Readiness['outcomes']): number =>
  ready + incomplete + invalid + unmapped;
