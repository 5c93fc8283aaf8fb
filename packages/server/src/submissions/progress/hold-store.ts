import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Transaction } from '../../platform/index.ts';
import { isChosen, listed, type ProductChoice } from '../snapshot/product-choice-views.ts';
import { isOwn } from './state-write-store.ts';

/** SQL condition on `channel_product` that a choice includes a product on the channel. */
export const isChosenOnChannel = (key: ConnectionKey, choice: ProductChoice): RawBuilder<boolean> =>
  choice.kind === 'ids'
    ? sql`channel_product.product_id = any (${listed(choice.productIds)})`
    : sql`channel_product.product_id in (
        select product.product_id
        from product
        where product.client_id = ${key.clientId} and ${isChosen(key, choice)}
      )`;

/** Puts products on a channel on hold, or ends the hold. @returns the number of products that this call has changed */
export async function setHeld(
  transaction: Transaction,
  key: ConnectionKey,
  choice: ProductChoice,
  isHeld: boolean,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update channel_product
    set is_held = ${isHeld}
    where ${isOwn(key)}
      and ${isHeld ? sql`not channel_product.is_held` : sql`channel_product.is_held`}
      and ${isChosenOnChannel(key, choice)}`.execute(transaction);
  return Number(numAffectedRows);
}
