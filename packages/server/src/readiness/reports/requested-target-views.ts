import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/**
 * Returns the paths of the top-level targets of a channel, or those of them that are among `wanted`. Includes targets that only the version
 * of the current ruleset has, because it may be older than the current version for some seconds.
 */
export async function listTopLevelTargets(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  wanted?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select distinct item.item_id as target
    from connection
    join channel on channel.channel_id = connection.channel_id
    join standard_item as item on item.adapter_id = channel.adapter_id and item.channel_id = channel.channel_id
    left join channel_ruleset as ruleset on ruleset.client_id = ${clientId}
      and ruleset.channel_id = ${channelId} and ruleset.ruleset_no = connection.ruleset_no
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}
      and item.kind = 'attribute' and item.body ->> 'compositeAttribute' is null
      and (
        item.last_version is null
        or (item.first_version <= ruleset.standard_version and item.last_version >= ruleset.standard_version)
      )
      and ${wanted === undefined ? sql`true` : sql`item.item_id = any(${wanted}::text[])`}
    order by 1`.execute(connection);
  return rows.map(({ target }) => target);
}
