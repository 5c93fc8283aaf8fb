import type { ClientUsage, QuotaName, Quotas } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type ClientId,
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  describeAct,
  transaction,
} from '../../platform/index.ts';
import { saveQuotas } from './client-quota-store.ts';
import { findClient } from '../people/client-store.ts';
import { findQuotas, getUsage, getUsed } from './client-usage-views.ts';

const unlimited: Quotas = { products: null, fileBytes: null, bodyBytes: null, keys: null, events: null };

/** How long a count of file bytes is cached, because counting reads one row per file. */
const countedMs = 30_000;

interface CountedBytes {
  /** Bytes that were stored at the time of the count, and bytes that were accepted since then. */
  bytes: number;
  /** Time of the count, in milliseconds of `Clock.monotonic`. */
  at: number;
}

function requireCapacity(quota: QuotaName, used: number, max: number, added: number): void {
  if (used + added > max) throw new PimentoError(problem('quota-exceeded', { quota, max, used }));
}

/** Rejects writes that would exceed a client's quotas. */
export interface ClientQuotas {
  /**
   * Checks that the quotas allow a client to store more. Costs only a primary-key lookup if the client has no quotas.
   * @param added the amount to be stored
   * @throws PimentoError quota-exceeded
   */
  require(clientId: ClientId, quota: QuotaName, added: number): Promise<void>;
  /**
   * Like `require`, for calling code that has already read the quota.
   * @param max the quota; null for no limit
   */
  requireCapacity(clientId: ClientId, quota: QuotaName, max: number | null, added: number): Promise<void>;
}

export function createClientQuotas({ database, clock }: { database: Database; clock: Clock }): ClientQuotas {
  const counted = new Map<ClientId, CountedBytes>();

  function findCount(clientId: ClientId): CountedBytes | undefined {
    const known = counted.get(clientId);
    return known !== undefined && clock.monotonic() - known.at < countedMs ? known : undefined;
  }

  async function countFileBytes(clientId: ClientId): Promise<CountedBytes> {
    const known = findCount(clientId);
    if (known) return known;
    const count = { at: clock.monotonic(), bytes: await getUsed(database, clientId, 'fileBytes') };
    // A concurrent check may have counted as well, and added its file to its count.
    const other = findCount(clientId);
    if (!other) counted.set(clientId, count);
    return other ?? count;
  }

  /** Adds a file to the cached count only if it is accepted, so that a rejected file does not use up the quota. */
  async function requireFileBytes(clientId: ClientId, max: number, added: number): Promise<void> {
    const count = await countFileBytes(clientId);
    requireCapacity('fileBytes', count.bytes, max, added);
    count.bytes += added;
  }

  async function requireIn(clientId: ClientId, quota: QuotaName, max: number | null, added: number): Promise<void> {
    if (max === null) return;
    if (quota === 'fileBytes') await requireFileBytes(clientId, max, added);
    else requireCapacity(quota, await getUsed(database, clientId, quota), max, added);
  }

  return {
    requireCapacity: requireIn,
    async require(clientId, quota, added) {
      await requireIn(clientId, quota, (await findQuotas(database, clientId))?.[quota] ?? null, added);
    },
  };
}

/** Checks that a client may have one more key or event. @throws PimentoError quota-exceeded */
export async function requireOneMore(
  connection: Connection,
  clientId: ClientId,
  quota: 'keys' | 'events',
): Promise<void> {
  const max = (await findQuotas(connection, clientId))?.[quota] ?? null;
  if (max !== null) requireCapacity(quota, await getUsed(connection, clientId, quota), max, 1);
}

/** @throws PimentoError unknown-client */
export async function getClientUsage(connection: Connection, clientId: ClientId): Promise<ClientUsage> {
  if (!(await findClient(connection, clientId)))
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));
  const quotas = (await findQuotas(connection, clientId)) ?? unlimited;
  return { quotas, used: await getUsage(connection, clientId) };
}

/** Sets the quotas of a client. A quota that is not given means no limit. @throws PimentoError unknown-client */
export async function setQuotas(
  database: Database,
  clientId: ClientId,
  given: { [Name in QuotaName]?: number | null | undefined },
): Promise<ClientUsage> {
  return transaction(database, async (opened) => {
    const { used, quotas: before } = await getClientUsage(opened, clientId);
    const { products = null, fileBytes = null, bodyBytes = null, keys = null, events = null } = given;
    const quotas = { products, fileBytes, bodyBytes, keys, events };
    await saveQuotas(opened, clientId, quotas);
    describeAct({ before: { ...before }, after: quotas });
    return { quotas, used };
  });
}
