import type { KeyScope } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId, AdapterId, Transaction, Database } from '../../platform/index.ts';

export interface KeyRow {
  keyId: string;
  secretHash: Buffer;
  kind: 'client' | 'adapter' | 'operator';
  clientId: ClientId | null;
  adapterId: AdapterId | null;
  name: string;
  scopes: KeyScope[];
  /** IP addresses and ranges from which the key works. Empty for all. */
  addresses: string[];
  createdAt: Date;
  createdBy: string | null;
  lastUsedAt: Date | null;
  lastAddress: string | null;
  /** Seconds from the creation to the expiry. Null if no expiry was requested. */
  lifetime: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export const keyColumns = sql`
  access_key.key_id as "keyId",
  access_key.secret_hash as "secretHash",
  access_key.kind,
  access_key.client_id as "clientId",
  access_key.adapter_id as "adapterId",
  access_key.name,
  access_key.scopes,
  access_key.addresses,
  access_key.lifetime,
  access_key.created_by as "createdBy",
  access_key.last_address as "lastAddress",
  access_key.created_at as "createdAt",
  access_key.last_used_at as "lastUsedAt",
  access_key.expires_at as "expiresAt",
  access_key.revoked_at as "revokedAt"`;

export type NewKeyRow = Omit<KeyRow, 'createdAt' | 'lastUsedAt' | 'lastAddress' | 'revokedAt'>;

export async function createKeyRow(connection: Database, key: NewKeyRow): Promise<KeyRow> {
  const { rows } = await sql<KeyRow>`
    insert into access_key (
      key_id, secret_hash, kind, client_id, adapter_id, name, scopes, addresses, created_by, expires_at, lifetime
    )
    values (
      ${key.keyId}, ${key.secretHash}, ${key.kind}, ${key.clientId}, ${key.adapterId}, ${key.name}, ${key.scopes},
      ${key.addresses}, ${key.createdBy}, ${key.expiresAt}, ${key.lifetime}
    )
    returning ${keyColumns}`.execute(connection);
  return rows[0] ?? raise('insert returned no row');
}

function raise(message: string): never {
  throw new Error(message);
}

/** Returns the key whose secret has this hash. @returns undefined if there is none, or if its client is being deleted */
export async function findKeyByHash(connection: Connection, secretHash: Buffer): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns}
    from access_key
    left join client on client.client_id = access_key.client_id
    where access_key.secret_hash = ${secretHash} and client.ending_since is null`.execute(connection);
  return rows[0];
}

export async function findKey(connection: Connection, keyId: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`select ${keyColumns} from access_key where access_key.key_id = ${keyId}`.execute(
    connection,
  );
  return rows[0];
}

/**
 * Returns the key of a token, with the scopes of the token.
 * @returns undefined if the token is unknown or expired, or the client is being deleted
 */
export async function findKeyByToken(
  connection: Connection,
  tokenHash: Buffer,
  now: Date,
): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow & { tokenScopes: KeyScope[] | null }>`
    select ${keyColumns}, access_token.scopes as "tokenScopes"
    from access_token
    join access_key on access_key.key_id = access_token.key_id
    left join client on client.client_id = access_key.client_id
    where access_token.token_hash = ${tokenHash}
      and access_token.expires_at > ${now}
      and client.ending_since is null`.execute(connection);
  const [row] = rows;
  if (!row) return undefined;
  const { tokenScopes, ...key } = row;
  return { ...key, scopes: tokenScopes ?? key.scopes };
}

/**
 * Maximum number of tokens per key, so that a program that gets a token for each request does not fill the table. The oldest tokens are
 * deleted, because such a program no longer uses them.
 */
const maxTokens = 100;

/** Stores a token. Deletes all expired tokens, and the oldest tokens of the key if it has more than `maxTokens`. */
export async function createToken(
  connection: Database,
  token: { hash: Buffer; keyId: string; scopes: KeyScope[] | null; expiresAt: Date; now: Date },
): Promise<void> {
  await sql`
    with expired as (
      delete from access_token
      where access_token.expires_at < ${token.now}
    ), surplus as (
      delete from access_token
      where access_token.token_hash in (
        select old.token_hash
        from access_token as old
        where old.key_id = ${token.keyId}
        order by old.expires_at desc, old.token_hash
        offset ${maxTokens - 1}
      )
    )
    insert into access_token (token_hash, key_id, scopes, expires_at)
    values (${token.hash}, ${token.keyId}, ${token.scopes}, ${token.expiresAt})`.execute(connection);
}

/**
 * Records that a key was used and from which IP address, at most once a minute, so that a busy key does not cause a write with every
 * request.
 */
export async function touchKey(
  connection: Database,
  { keyId, address }: { keyId: string; address: string },
  now: Date,
): Promise<void> {
  await sql`
    update access_key
    set last_used_at = ${now}, last_address = ${address}
    where access_key.key_id = ${keyId}
      and (access_key.last_used_at is null or access_key.last_used_at < ${new Date(now.getTime() - 60_000)})`.execute(
    connection,
  );
}

export async function revokeKeyRow(connection: Transaction, keyId: string, at: Date): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    update access_key
    set revoked_at = coalesce(access_key.revoked_at, ${at})
    where access_key.key_id = ${keyId}
    returning ${keyColumns}`.execute(connection);
  return rows[0];
}

/** Makes a key that is active at `now` expire at `at` or earlier. @returns false if the key is no longer active */
export async function expireActiveKey(connection: Transaction, keyId: string, at: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update access_key
    set
      expires_at = least(access_key.expires_at, ${at}),
      -- no notice about the expiry: the person who rotates the key knows it
      noticed_expiry = least(access_key.expires_at, ${at})
    where access_key.key_id = ${keyId}
      and access_key.revoked_at is null
      and (access_key.expires_at is null or access_key.expires_at > ${now})
    returning access_key.key_id`.execute(connection);
  return rows.length > 0;
}
