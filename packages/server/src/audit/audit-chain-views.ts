import { sql } from 'kysely';
import type { Connection, Transaction } from '../platform/index.ts';
import { sealedColumns } from './audit-chain-store.ts';
import type { SealedEvent } from './audit-seal-rules.ts';
import type { ChainRow, SealedTexts } from './audit-types.ts';

/** Returns a client with events that have no seal. @returns undefined if all events are sealed */
export async function findUnsealedClient(connection: Connection): Promise<string | undefined> {
  const { rows } = await sql<{ clientId: string }>`
    select audit_unsealed.client_id as "clientId"
    from audit_unsealed
    order by audit_unsealed.client_id, audit_unsealed.audit_id
    limit 1`.execute(connection);
  return rows[0]?.clientId;
}

/** Returns the client ids of all chains. The chain of the installation has the id ''. */
export async function listChains(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ clientId: string }>`
    select audit_chain.client_id as "clientId"
    from audit_chain
    order by audit_chain.client_id`.execute(connection);
  return rows.map(({ clientId }) => clientId);
}

/** Returns a client whose oldest sealed event has a lower id than `id`. @returns undefined if there is none */
export async function findPurgeableClient(connection: Connection, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ clientId: string }>`
    select audit_chain.client_id as "clientId"
    from audit_chain
    cross join lateral (
      select audit_seal.audit_id
      from audit_seal
      where audit_seal.client_id = audit_chain.client_id
      order by audit_seal.number
      limit 1
    ) as oldest
    where oldest.audit_id < ${id}::uuid
    limit 1`.execute(connection);
  return rows[0]?.clientId;
}

export async function findChain(connection: Transaction, clientId: string): Promise<ChainRow | undefined> {
  const { rows } = await sql<ChainRow>`
    select
      audit_chain.number,
      audit_chain.seal,
      audit_chain.purged_number as "purgedNumber",
      audit_chain.purged_seal as "purgedSeal"
    from audit_chain
    where audit_chain.client_id = ${clientId}`.execute(connection);
  return rows[0];
}

export async function findSeal(connection: Transaction, clientId: string, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ seal: string }>`
    select audit_seal.seal
    from audit_seal
    where audit_seal.client_id = ${clientId} and audit_seal.number = ${number}`.execute(connection);
  return rows[0]?.seal;
}

/** Lists the seals with numbers greater than `after`, with their events. `event` is null if the event was deleted. */
export async function listSeals(
  connection: Transaction,
  clientId: string,
  { after, limit }: { after: number; limit: number },
): Promise<SealedEvent[]> {
  const { rows } = await sql<SealedTexts & { number: number; seal: string; sealedId: string; isFound: boolean }>`
    select
      ${sealedColumns},
      audit_seal.number,
      audit_seal.seal,
      audit_seal.audit_id as "sealedId",
      audit_event.audit_id is not null as "isFound"
    from audit_seal
    left join audit_event
      on audit_event.client_id = audit_seal.client_id and audit_event.audit_id = audit_seal.audit_id
    where audit_seal.client_id = ${clientId} and audit_seal.number > ${after}
    order by audit_seal.number
    limit ${limit}`.execute(connection);
  return rows.map(({ number, seal, sealedId, isFound, ...event }) => ({
    number,
    seal,
    auditId: sealedId,
    event: isFound ? event : null,
  }));
}

/** Lists the ids of events that have no seal and do not wait for one. Only a statement that bypassed Pimento can have added them. */
export async function listInserted(connection: Transaction, clientId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ auditId: string }>`
    select audit_event.audit_id as "auditId"
    from audit_event
    where audit_event.client_id = ${clientId}
      and not exists (
        select 1
        from audit_seal
        where audit_seal.client_id = audit_event.client_id and audit_seal.audit_id = audit_event.audit_id
      )
      and not exists (
        select 1
        from audit_unsealed
        where audit_unsealed.client_id = audit_event.client_id and audit_unsealed.audit_id = audit_event.audit_id
      )
    order by audit_event.audit_id
    limit ${limit}`.execute(connection);
  return rows.map(({ auditId }) => auditId);
}
