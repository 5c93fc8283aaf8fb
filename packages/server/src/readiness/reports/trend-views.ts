import type { ReadinessDay } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/** Returns the counts of the last `max` stored days, oldest first. */
export async function listReadinessDays(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  max: number,
): Promise<ReadinessDay[]> {
  const { rows } = await sql<ReadinessDay>`
    select
      to_char(readiness_day.day, 'YYYY-MM-DD') as day, readiness_day.ready, readiness_day.incomplete, readiness_day.invalid,
      readiness_day.unmapped
    from readiness_day
    where readiness_day.client_id = ${clientId} and readiness_day.channel_id = ${channelId}
    order by readiness_day.day desc
    limit ${max}`.execute(connection);
  return rows.toReversed();
}
