import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/** The facts that decide which products may be submitted. */
export interface GateState {
  isGated: boolean;
  hasMapping: boolean;
  rulesetNo: number | null;
  /** True if all products are submitted and their problems are only reported. */
  isAdvisory: boolean;
  deliversChannelShape: boolean;
  /** True if the channel allows requests that submit invalid products. */
  allowsInvalid: boolean;
  /** True if the connection is gated and evaluations of its products may be missing or outdated. */
  isBehind: boolean;
}

/** Returns the facts that decide which products may be submitted. @returns undefined if the client is not connected */
export async function findGateState(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
): Promise<GateState | undefined> {
  const { rows } = await sql<GateState>`
    select
      connection.is_gated as "isGated",
      exists (
        select
        from channel_mapping
        where channel_mapping.client_id = ${clientId} and channel_mapping.channel_id = ${channelId}
          and channel_mapping.version > 0
      ) as "hasMapping",
      connection.ruleset_no as "rulesetNo",
      coalesce(standard.head ->> 'enforcement', '') = 'advisory' as "isAdvisory",
      coalesce(standard.head ->> 'deliver', '') = 'channel' as "deliversChannelShape",
      channel.allow_invalid as "allowsInvalid",
      connection.is_gated and (
        connection.ruleset_no is null
        or exists (select from evaluation_change where evaluation_change.client_id = ${clientId})
        or exists (
          select
          from ruleset_change
          where ruleset_change.client_id = ${clientId} and ruleset_change.channel_id = ${channelId}
        )
        or exists (
          select
          from evaluation_state
          where evaluation_state.client_id = ${clientId} and evaluation_state.channel_id = ${channelId}
            and evaluation_state.built_through is not null
        )
      ) as "isBehind"
    from connection
    join channel on channel.channel_id = connection.channel_id
    left join channel_standard as standard on standard.adapter_id = channel.adapter_id
      and standard.channel_id = channel.channel_id and standard.version = channel.standard_version
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}`.execute(connection);
  return rows[0];
}
