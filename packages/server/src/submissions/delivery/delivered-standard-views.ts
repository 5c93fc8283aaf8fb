import { sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import type { SubmissionRow } from '../submission-types.ts';

/** The facts of a data standard version that determine how a submission is delivered. */
export interface DeliveredStandard {
  standardVersion: number;
  /** The shape of a page if the request names no shape. */
  deliver: 'import' | 'channel';
  publisher: 'adapter' | 'operator';
}

/**
 * Returns the standard that was current when a submission was made.
 * @returns undefined if the submission has no channel shape, or if its channel was deleted
 */
export async function findDeliveredStandard(
  connection: Connection,
  { clientId, channelId, rulesetNo }: SubmissionRow,
): Promise<DeliveredStandard | undefined> {
  if (rulesetNo === null) return undefined;
  const { rows } = await sql<DeliveredStandard>`
    select
      standard.version as "standardVersion", coalesce(standard.head ->> 'deliver', 'import') as deliver, standard.publisher
    from channel_ruleset
    join channel on channel.channel_id = channel_ruleset.channel_id
    join channel_standard as standard on standard.adapter_id = channel.adapter_id
      and standard.channel_id = channel.channel_id and standard.version = channel_ruleset.standard_version
    where channel_ruleset.client_id = ${clientId} and channel_ruleset.channel_id = ${channelId}
      and channel_ruleset.ruleset_no = ${rulesetNo}`.execute(connection);
  return rows[0];
}
