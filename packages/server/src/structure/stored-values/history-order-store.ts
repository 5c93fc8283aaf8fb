import { type RawBuilder, sql } from 'kysely';
import type { ClientId } from '../../platform/core.ts';

/** Joins `last_entry`, the last history entry of a product. The products must be locked by an earlier statement. */
export const joinLastEntry = (clientId: ClientId, productId: RawBuilder<unknown>) => sql`
    left join lateral (
      select product_history.history_id
      from product_history
      where product_history.client_id = ${clientId} and product_history.product_id = ${productId}
      order by product_history.history_id desc
      limit 1
    ) as last_entry on true`;

/**
 * Builds the SQL expression for the id of a new history entry. The id is the candidate, or a later id if the last entry of the product has
 * the same or a later id. Candidates come from the clocks of several machines and threads, and a clock may be set back. Use with
 * `joinLastEntry`.
 * @param index from 0, ascending, different for each new entry of one product. The first id after the last entry stays reserved for the
 * entry of the product's creation, which is stored only in the product's row until the product is deleted
 */
export const idInOrder = (candidate: RawBuilder<unknown>, index: RawBuilder<unknown>) => sql`
    case
      when last_entry.history_id >= ${candidate} then history_id_after(last_entry.history_id, ${index} + 2)
      else ${candidate}
    end`;
