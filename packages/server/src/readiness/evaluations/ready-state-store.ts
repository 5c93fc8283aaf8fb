import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/core.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { CurrentRuleset } from '../rulesets/ruleset-views.ts';

/**
 * Builds a query for the products on a channel whose state does not follow from their evaluation. These products have Progress instead of
 * Ready, or Ready instead of Progress. The query returns the state that they should have: Ready if the stored outcome is `ready` and the
 * product is not on hold, and otherwise Progress. It returns no products on channels where people mark products Ready.
 * @param scope a condition on the table `channel_product`
 */
const selectDeviating = ({ clientId, channelId }: ConnectionKey, scope: RawBuilder<boolean>) => sql`
  select channel_product.product_id, followed.state
  from connection
  join channel_product on channel_product.client_id = ${clientId} and channel_product.channel_id = ${channelId}
    and channel_product.state in ('Progress', 'Ready') and ${scope}
  cross join lateral (
    select
      case
        when not channel_product.is_held and (
          select evaluation.outcome
          from channel_evaluation as evaluation
          where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
            and evaluation.product_id = channel_product.product_id
        ) = 'ready' then 'Ready'
        else 'Progress'
      end as state
    offset 0
  ) as followed
  where connection.client_id = ${clientId} and connection.channel_id = ${channelId}
    and connection.ready_when = 'valid' and connection.ruleset_no is not null
    and channel_product.state <> followed.state`;

/**
 * Sets the states of products according to their evaluations. The changes get the numbers after `lastChange`. The row of the connection to
 * the channel must be locked.
 * @param scope a condition on the table `channel_product`
 * @returns the number of changes
 */
export async function followEvaluations(
  transaction: Transaction,
  key: ConnectionKey & { lastChange: number; at: Date },
  scope: RawBuilder<boolean>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with deviating as materialized (
      select found.product_id, found.state, row_number() over (order by found.product_id) as place
      from (${selectDeviating(key, scope)}) as found
    )
    update channel_product
    set state = deviating.state, change_no = ${key.lastChange}::bigint + deviating.place, changed_at = ${key.at}::timestamptz
    from deviating
    where channel_product.client_id = ${key.clientId} and channel_product.channel_id = ${key.channelId}
      and channel_product.product_id = deviating.product_id`.execute(transaction);
  return Number(numAffectedRows);
}

/**
 * Sets the states of evaluated products, on the channels where evaluations determine the state. Channels must be in the order of their ids.
 */
export async function followEvaluated(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly Pick<CurrentRuleset, 'channelId' | 'readyWhen'>[],
  productIds: readonly string[],
): Promise<void> {
  const ids = productIds.join('\u001f');
  const scope = sql<boolean>`channel_product.product_id = any(string_to_array(${ids}, E'\\x1f') collate "C")`;
  for (const { channelId, readyWhen } of channels) {
    if (readyWhen === 'marked') continue;
    const key = { clientId, channelId };
    const { rows } = await sql`${selectDeviating(key, scope)} limit 1`.execute(transaction);
    // Most evaluations change no state. The connection is locked only if a state changes, because submits and reports wait for this lock.
    if (rows.length > 0) await followLocked(transaction, key, scope);
  }
}

async function followLocked(transaction: Transaction, key: ConnectionKey, scope: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql<{ lastChange: number; at: Date }>`
    select connection.last_change as "lastChange", clock_timestamp() as at
    from connection
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}
    for update`.execute(transaction);
  const [locked] = rows;
  if (locked === undefined) return;
  const changes = await followEvaluations(transaction, { ...key, ...locked }, scope);
  await sql`
    update connection
    set last_change = ${locked.lastChange + changes}
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}`.execute(transaction);
}
