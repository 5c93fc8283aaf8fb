import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/**
 * SQL after `from` that selects the targets of a channel as `item`. Includes targets that only the standard version of the current ruleset
 * has, because that version may be older than the current one for some seconds.
 */
const targetsOf = ({ clientId, channelId }: ConnectionKey) => sql`
    connection
    join channel on channel.channel_id = connection.channel_id
    join standard_item as item on item.adapter_id = channel.adapter_id and item.channel_id = channel.channel_id
    left join channel_ruleset as ruleset on ruleset.client_id = ${clientId}
      and ruleset.channel_id = ${channelId} and ruleset.ruleset_no = connection.ruleset_no
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}
      and item.kind = 'attribute'
      and (
        item.last_version is null
        or (item.first_version <= ruleset.standard_version and item.last_version >= ruleset.standard_version)
      )`;

/** Returns the paths of those top-level targets of a channel that are among `wanted`. */
export async function listTopLevelTargets(
  connection: Connection,
  key: ConnectionKey,
  wanted: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select distinct item.item_id as target
    from ${targetsOf(key)}
      and item.item_id = any(${wanted}::text[]) and item.body ->> 'compositeAttribute' is null
    order by 1`.execute(connection);
  return rows.map(({ target }) => target);
}

/**
 * Returns the paths of the top-level targets among the `limit` targets of a channel whose paths are closest in length to `length`. Parses
 * the bodies of these targets only.
 */
export async function listTargetsOfLength(
  connection: Connection,
  key: ConnectionKey,
  { length, limit }: { length: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    with near as materialized (
      select item.item_id, item.body
      from ${targetsOf(key)}
      order by abs(length(item.item_id) - ${length}::integer), item.item_id
      limit ${limit}
    )
    select distinct near.item_id as target
    from near
    where near.body ->> 'compositeAttribute' is null
    order by 1`.execute(connection);
  return rows.map(({ target }) => target);
}
