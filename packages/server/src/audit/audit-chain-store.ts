import { sql } from 'kysely';
import type { Transaction } from '../platform/index.ts';
import type { ChainRow, SealedTexts } from './audit-types.ts';

/** Locks the chain of a client, so that only one worker at a time extends or shortens it. Creates the chain if it does not exist. */
export async function lockChain(connection: Transaction, clientId: string): Promise<ChainRow> {
  await sql`insert into audit_chain (client_id) values (${clientId}) on conflict do nothing`.execute(connection);
  const { rows } = await sql<ChainRow>`
    select
      audit_chain.number,
      audit_chain.seal,
      audit_chain.purged_number as "purgedNumber",
      audit_chain.purged_seal as "purgedSeal"
    from audit_chain
    where audit_chain.client_id = ${clientId}
    for update`.execute(connection);
  const [chain] = rows;
  if (!chain) throw new Error('the chain that was just created was not found');
  return chain;
}

/** The columns of an event, in the form that its seal signs. */
export const sealedColumns = sql`
  audit_event.client_id as "clientId",
  audit_event.audit_id as "auditId",
  to_char(audit_event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
  audit_event.actor,
  audit_event.address,
  audit_event.user_agent as "userAgent",
  audit_event.operation,
  audit_event.object_kind as "objectKind",
  audit_event.object,
  audit_event.failed,
  audit_event.details::text as details`;

/** Returns the events that wait for a seal, oldest first. `event` is null if the event was deleted. */
export async function listUnsealed(
  connection: Transaction,
  clientId: string,
  limit: number,
): Promise<{ auditId: string; event: SealedTexts | null }[]> {
  const { rows } = await sql<SealedTexts & { unsealedId: string; isFound: boolean }>`
    select ${sealedColumns}, audit_unsealed.audit_id as "unsealedId", audit_event.audit_id is not null as "isFound"
    from audit_unsealed
    left join audit_event
      on audit_event.client_id = audit_unsealed.client_id and audit_event.audit_id = audit_unsealed.audit_id
    where audit_unsealed.client_id = ${clientId}
    order by audit_unsealed.audit_id
    limit ${limit}`.execute(connection);
  return rows.map(({ unsealedId, isFound, ...event }) => ({ auditId: unsealedId, event: isFound ? event : null }));
}

/** Adds seals to a locked chain, and removes their events from the list of events to seal. */
export async function appendSeals(
  connection: Transaction,
  clientId: string,
  seals: readonly { number: number; auditId: string; seal: string }[],
): Promise<void> {
  const last = seals.at(-1);
  if (!last) return;
  await sql`
    with given as (
      select g.number, g.audit_id, g.seal
      from jsonb_to_recordset(${JSON.stringify(seals.map(({ number, auditId: audit_id, seal }) => ({ number, audit_id, seal })))}::jsonb)
        as g (number bigint, audit_id uuid, seal text)
    ), sealed as (
      delete from audit_unsealed
      where audit_unsealed.client_id = ${clientId}
        and audit_unsealed.audit_id in (select given.audit_id from given)
    ), moved as (
      update audit_chain
      set number = ${last.number}, seal = ${last.seal}
      where audit_chain.client_id = ${clientId}
    )
    insert into audit_seal (client_id, number, audit_id, seal)
    select ${clientId}, given.number, given.audit_id, given.seal
    from given`.execute(connection);
}

/** Allows or forbids the following statements of the transaction to delete audit events. */
export async function allowPurge(connection: Transaction, isAllowed: boolean): Promise<void> {
  await sql`select set_config('pimento.purges_audit', ${isAllowed ? 'on' : 'off'}, true)`.execute(connection);
}

/** Deletes the seals of a locked chain up to and including `through`, with their events. */
export async function purgeSeals(
  connection: Transaction,
  clientId: string,
  through: { number: number; seal: string },
): Promise<void> {
  await allowPurge(connection, true);
  await sql`
    with purged as (
      delete from audit_seal
      where audit_seal.client_id = ${clientId} and audit_seal.number <= ${through.number}
      returning audit_seal.audit_id
    ), moved as (
      update audit_chain
      set purged_number = ${through.number}, purged_seal = ${through.seal}
      where audit_chain.client_id = ${clientId}
    )
    delete from audit_event
    where audit_event.client_id = ${clientId}
      and audit_event.audit_id in (select purged.audit_id from purged)`.execute(connection);
  await allowPurge(connection, false);
}
