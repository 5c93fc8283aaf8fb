import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/core.ts';
import type { ConnectionKey, RulesetFacts, RulesetRow } from './ruleset-types.ts';

/** Removes a client's connections from the list of outdated connections. A later change adds them again. */
export async function dequeueRulesetChanges(
  transaction: Transaction,
  clientId: ClientId,
): Promise<ConnectionKey['channelId'][]> {
  const { rows } = await sql<{ channelId: ConnectionKey['channelId'] }>`
    with taken as (
      delete from ruleset_change
      where ruleset_change.client_id = ${clientId}
      returning ruleset_change.channel_id
    )
    select distinct taken.channel_id as "channelId"
    from taken
    order by taken.channel_id`.execute(transaction);
  return rows.map(({ channelId }) => channelId);
}

/** Adds connections to the list of connections whose ruleset may be outdated. */
export async function appendRulesetChanges(
  transaction: Transaction,
  outdated: readonly ConnectionKey[],
): Promise<void> {
  await sql`
    insert into ruleset_change (client_id, channel_id)
    select connection.client_id, connection.channel_id
    from jsonb_to_recordset(${JSON.stringify(outdated)}::jsonb) as outdated ("clientId" text, "channelId" text)
    join connection on connection.client_id = outdated."clientId" and connection.channel_id = outdated."channelId"`.execute(
    transaction,
  );
}

export interface NewRuleset extends ConnectionKey {
  standardVersion: number;
  mappingVersion: number;
  facts: RulesetFacts;
  contentHash: string;
  asOf: Date;
  zones: string[];
  engine: number;
  /** Evaluations by rulesets with this number or a higher one remain valid. If undefined, no earlier evaluation remains valid. */
  compatibleFrom?: number;
}

/** Stores a ruleset with the next number, and returns the number. */
export async function appendRuleset(transaction: Transaction, ruleset: NewRuleset): Promise<number> {
  const { clientId, channelId, facts } = ruleset;
  const { rows } = await sql<{ rulesetNo: number }>`
    with numbered as (
      select coalesce(max(channel_ruleset.ruleset_no), 0) + 1 as ruleset_no
      from channel_ruleset
      where channel_ruleset.client_id = ${clientId} and channel_ruleset.channel_id = ${channelId}
    )
    insert into channel_ruleset (
      client_id, channel_id, ruleset_no, standard_version, mapping_version, facts, content_hash, as_of, zones, engine,
      compatible_from
    )
    select
      ${clientId}, ${channelId}, numbered.ruleset_no, ${ruleset.standardVersion}, ${ruleset.mappingVersion},
      ${JSON.stringify(facts)}::jsonb, decode(${ruleset.contentHash}, 'hex'), ${ruleset.asOf}, ${ruleset.zones},
      ${ruleset.engine}, coalesce(${ruleset.compatibleFrom ?? null}::integer, numbered.ruleset_no)
    from numbered
    returning channel_ruleset.ruleset_no as "rulesetNo"`.execute(transaction);
  return rows[0]?.rulesetNo ?? 0;
}

/** Makes a ruleset the current one of the connection. If it is null, the connection has no ruleset afterwards. */
export async function useRuleset(
  transaction: Transaction,
  { clientId, channelId }: ConnectionKey,
  rulesetNo: RulesetRow['rulesetNo'] | null,
): Promise<void> {
  await sql`
    update connection
    set ruleset_no = ${rulesetNo}
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}`.execute(transaction);
}

/** Starts a pass over all products of a client on a channel. */
export async function startPass(
  transaction: Transaction,
  { clientId, channelId }: ConnectionKey,
  rulesetNo: number,
): Promise<void> {
  await sql`
    insert into evaluation_state as stored (client_id, channel_id, pass_no, built_through, pass_started_at)
    values (${clientId}, ${channelId}, ${rulesetNo}, '', now())
    on conflict (client_id, channel_id) do update
    set pass_no = excluded.pass_no, built_through = '', pass_done = 0, pass_started_at = excluded.pass_started_at`.execute(
    transaction,
  );
}
