import { clientScopes, type KeyScope } from '@pimento/contract';
import {
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  type ClientId,
  type AdapterId,
  transaction,
  describeAct,
} from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { requireOneMore } from '../quotas/client-quota-service.ts';
import { findClient } from '../people/client-store.ts';
import { expiryAfter } from './key-rules.ts';
import * as keyStore from './key-store.ts';
import { hashSecret, makeSecret } from '../credentials/access-secrets.ts';

export interface KeyDeps {
  database: Database;
  clock: Clock;
  /**
   * Returns true if an adapter exists. If so, the adapter cannot be deleted before the transaction ends. Keys for unknown adapters are
   * rejected. The feature `channels` provides this function.
   */
  adapterExists(connection: Connection, adapterId: AdapterId): Promise<boolean>;
}

export interface KeyRequest {
  kind: 'client' | 'adapter' | 'operator';
  name: string;
  clientId?: ClientId | undefined;
  adapterId?: AdapterId | undefined;
  scopes?: KeyScope[] | undefined;
  /** ISO 8601. Undefined for a key that never expires. */
  expires?: string | undefined;
  /** IP addresses and ranges from which the key works. Undefined for all. */
  addresses?: string[] | undefined;
  /** Actor that creates the key. Undefined if Pimento itself creates it. */
  createdBy?: string | undefined;
}
export interface RotationRequest {
  /** Maximum number of seconds for which the old key stays valid. */
  graceSeconds: number;
  actor: string;
}
export type KeyWithSecret = keyStore.KeyRow & { secret: string };

async function insertKey(
  connection: Database,
  clock: Clock,
  key: Omit<keyStore.NewKeyRow, 'keyId' | 'secretHash'>,
): Promise<KeyWithSecret> {
  const secret = makeSecret(key.kind);
  const keyId = `key_${clock.newId().replaceAll('-', '').slice(0, 20)}`;
  const row = await keyStore.createKeyRow(connection, { ...key, keyId, secretHash: hashSecret(secret) });
  const { clientId } = key;
  describeAct({ object: keyId, ...(clientId === null ? {} : { clientId }) });
  return { ...row, secret };
}

/**
 * Returns the seconds until a requested expiry.
 * @returns null if none was requested
 * @throws PimentoError invalid-body (the expiry is in the past)
 */
function lifetimeOf(expires: string | undefined, now: Date): number | null {
  if (expires === undefined) return null;
  const seconds = Math.round((Date.parse(expires) - now.getTime()) / 1000);
  if (seconds <= 0) throw new PimentoError(problem('invalid-body', { kind: 'expiry-past' }));
  return seconds;
}

/**
 * Creates a key in a separate transaction.
 * @throws PimentoError invalid-body, unknown-client, unknown-adapter, quota-exceeded
 */
export function addKey(deps: KeyDeps, request: KeyRequest): Promise<KeyWithSecret> {
  return transaction(deps.database, (opened) => createKey(deps, opened, request));
}

/** @throws PimentoError invalid-body, unknown-client, unknown-adapter, quota-exceeded */
export async function createKey(deps: KeyDeps, connection: Database, request: KeyRequest): Promise<KeyWithSecret> {
  const { kind, name, clientId, adapterId } = request;
  if (kind !== 'client' && request.scopes) throw new PimentoError(problem('invalid-body', { kind: 'scopes' }));
  if ((kind === 'client') !== (clientId !== undefined))
    throw new PimentoError(problem('invalid-body', { kind: 'client-key' }));
  if ((kind === 'adapter') !== (adapterId !== undefined))
    throw new PimentoError(problem('invalid-body', { kind: 'adapter-key' }));
  if (clientId !== undefined && !(await findClient(connection, clientId)))
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));
  if (adapterId !== undefined && !(await deps.adapterExists(connection, adapterId))) {
    throw new PimentoError(problem('unknown-adapter', { adapterId }));
  }
  if (clientId !== undefined) await requireOneMore(connection, clientId, 'keys');
  const scopes = kind === 'client' ? (request.scopes ?? [...clientScopes]) : [];
  const now = deps.clock.now();
  const lifetime = lifetimeOf(request.expires, now);
  return insertKey(connection, deps.clock, {
    kind,
    name,
    clientId: clientId ?? null,
    adapterId: adapterId ?? null,
    scopes,
    addresses: request.addresses ?? [],
    createdBy: request.createdBy ?? null,
    expiresAt: request.expires === undefined ? null : new Date(request.expires),
    lifetime,
  });
}

/** @throws PimentoError unknown-key */
export async function revokeKey(deps: KeyDeps, keyId: string): Promise<keyStore.KeyRow> {
  return transaction(deps.database, async (opened) => {
    const row = await keyStore.revokeKeyRow(opened, keyId, deps.clock.now());
    if (!row) throw new PimentoError(problem('unknown-key', { keyId }));
    if (row.clientId !== null) describeAct({ clientId: row.clientId });
    return row;
  });
}

/** @throws PimentoError unknown-key, also if the key belongs to another client */
export async function revokeClientKey(deps: KeyDeps, clientId: ClientId, keyId: string): Promise<keyStore.KeyRow> {
  const key = await keyStore.findKey(deps.database, keyId);
  if (key?.clientId !== clientId) throw new PimentoError(problem('unknown-key', { keyId }));
  return revokeKey(deps, keyId);
}

const keyEnded = (keyId: string) => new PimentoError(problem('not-possible-now', { kind: 'key-ended', keyId }));

/**
 * Creates a key with the permissions, addresses and lifetime of the old key. The old key stays valid for `graceSeconds`, but not beyond its
 * expiry. During this time, programs can switch to the new key one by one.
 * @throws PimentoError unknown-key; not-possible-now if the key is revoked or expired, or its adapter has been deleted
 */
export async function rotateKey(
  deps: KeyDeps,
  keyId: string,
  { graceSeconds, actor }: RotationRequest,
): Promise<KeyWithSecret> {
  return transaction(deps.database, async (transaction) => {
    const old = await keyStore.findKey(transaction, keyId);
    if (!old) throw new PimentoError(problem('unknown-key', { keyId }));
    const now = deps.clock.now();
    if (!isActive(old, now)) throw keyEnded(keyId);
    // takes locks in the same order as the deletion of an adapter: first the adapter, then its keys
    if (old.adapterId !== null && !(await deps.adapterExists(transaction, old.adapterId))) throw keyEnded(keyId);
    const endsAt = new Date(now.getTime() + graceSeconds * 1000);
    // Since the key was read above, a revocation, or a rotation without a grace period, may have ended it.
    if (!(await keyStore.expireActiveKey(transaction, keyId, endsAt, now))) throw keyEnded(keyId);
    const { kind, clientId, adapterId, name, scopes, addresses, lifetime } = old;
    const made = await insertKey(transaction, deps.clock, {
      kind,
      clientId,
      adapterId,
      name,
      scopes,
      addresses,
      lifetime,
      createdBy: actor,
      expiresAt: expiryAfter(now, lifetime),
    });
    describeAct({ object: keyId, after: { newKeyId: made.keyId } });
    return made;
  });
}

/** @throws PimentoError unknown-key, also if the key belongs to another client; not-possible-now like `rotateKey` */
export async function rotateClientKey(
  deps: KeyDeps,
  clientId: ClientId,
  keyId: string,
  request: RotationRequest,
): Promise<KeyWithSecret> {
  const key = await keyStore.findKey(deps.database, keyId);
  if (key?.clientId !== clientId) throw new PimentoError(problem('unknown-key', { keyId }));
  return rotateKey(deps, keyId, request);
}

/** Returns true if a key exists and is neither revoked nor expired. */
export async function isKeyActive(connection: Connection, keyId: string, now: Date): Promise<boolean> {
  const key = await keyStore.findKey(connection, keyId);
  return key !== undefined && isActive(key, now);
}

export function isActive(key: keyStore.KeyRow, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}
