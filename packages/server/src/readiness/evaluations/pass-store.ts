import { sql } from 'kysely';
import type { ChannelId, ClientId, ProductId, Transaction } from '../../platform/core.ts';

export interface RunningPass {
  channelId: ChannelId;
  builtThrough: string;
}

/** Returns the oldest running pass of the client. @returns undefined if none is running */
export async function findPass(transaction: Transaction, clientId: ClientId): Promise<RunningPass | undefined> {
  const { rows } = await sql<RunningPass>`
    select evaluation_state.channel_id as "channelId", evaluation_state.built_through as "builtThrough"
    from evaluation_state
    where evaluation_state.client_id = ${clientId} and evaluation_state.channel_id > ''
      and evaluation_state.built_through is not null
    order by evaluation_state.pass_started_at, evaluation_state.channel_id
    limit 1`.execute(transaction);
  return rows[0];
}

/**
 * Returns the next products after an id, in ascending order. Includes deleted products that still have an evaluation because they were
 * deleted while the client was not connected.
 */
export async function listNext(
  transaction: Transaction,
  clientId: ClientId,
  { channelId, builtThrough: after }: RunningPass,
  max: number,
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select next.product_id as "productId"
    from (
      select walked.product_id
      from walk_products(${clientId}, ${after}, ${max}::integer) as walked (product_id)
      union
      (
        select evaluation.product_id
        from channel_evaluation as evaluation
        where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
          and evaluation.product_id > ${after}
        order by evaluation.product_id
        limit ${max}
      )
    ) as next
    order by next.product_id collate "C"
    limit ${max}`.execute(transaction);
  return rows.map(({ productId }) => productId);
}

/** Saves the progress of a pass. At the end of the pass, records that its ruleset was used for all products. */
export async function savePass(
  transaction: Transaction,
  clientId: ClientId,
  channelId: ChannelId,
  progress: { builtThrough: string | null; done: number },
): Promise<void> {
  await sql`
    update evaluation_state
    set
      built_through = ${progress.builtThrough},
      pass_done = evaluation_state.pass_done + ${progress.done},
      proven_no = case when ${progress.builtThrough}::text is null then evaluation_state.pass_no else evaluation_state.proven_no end
    where evaluation_state.client_id = ${clientId} and evaluation_state.channel_id = ${channelId}`.execute(transaction);
}
