import { accessOf, grants } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Caller, type Clock, type Database, PimentoError } from '../platform/index.ts';
import { challengesFor, type Credential, findCredentialParameter, parseAuthorization } from './credential-rules.ts';
import { isAddressAllowed, judgeTokenScope } from './keys/key-rules.ts';
import { isActive } from './keys/key-service.ts';
import * as keyStore from './keys/key-store.ts';
import type { NeededAccess } from './people/person-rules.ts';
import { findPersonCaller } from './person-service.ts';
import { equalHashes, hashSecret, makeSecret } from './credentials/access-secrets.ts';
import type { Sessions } from './session-service.ts';

export interface CallerDeps {
  database: Database;
  clock: Clock;
}

/** The only supported OAuth grant type. */
export const grantType = 'client_credentials';

interface TokenRequest {
  grant_type: string;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  scope?: string | undefined;
}
interface IssuedToken {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope?: string;
}

const tokenLifetimeSeconds = 3_600;

type RequestHeaders = Record<string, string | string[] | undefined> & { authorization?: string | undefined };

function unauthorized(kind: 'missing' | 'unreadable' | 'wrong', headers: RequestHeaders): PimentoError {
  return new PimentoError(problem('unauthorized', { kind }), {}, { 'www-authenticate': challengesFor(headers) });
}

/**
 * Returns the key that matches a credential, and records its use.
 * @returns undefined if the credential is wrong, the key is revoked or expired, or its client is being deleted
 * @throws PimentoError forbidden if the key does not work from this IP address
 */
async function findActiveKey(
  deps: CallerDeps,
  credential: Credential,
  { allowTokens, address }: { allowTokens: boolean; address: string },
): Promise<keyStore.KeyRow | undefined> {
  const now = deps.clock.now();
  const hash = hashSecret(credential.secret);
  const isToken = allowTokens && credential.kind === 'secret' && credential.secret.startsWith('pimento_token_');
  const key = isToken
    ? await keyStore.findKeyByToken(deps.database, hash, now)
    : await keyStore.findKeyByHash(deps.database, hash);
  if (!key || !isActive(key, now)) return undefined;
  if (!isToken && !equalHashes(key.secretHash, hash)) return undefined;
  if (credential.kind === 'pair' && credential.keyId !== key.keyId) return undefined;
  if (!isAddressAllowed(key.addresses, address))
    throw new PimentoError(problem('forbidden', { kind: 'key-address', address }));
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > 60_000)
    await keyStore.touchKey(deps.database, { keyId: key.keyId, address }, now);
  return key;
}

function callerOf(key: keyStore.KeyRow): Caller {
  const common = { actor: `key:${key.keyId}`, keyId: key.keyId };
  if (key.kind === 'client' && key.clientId !== null)
    return { ...common, kind: 'client', clientId: key.clientId, scopes: key.scopes };
  if (key.kind === 'adapter' && key.adapterId !== null) return { ...common, kind: 'adapter', adapterId: key.adapterId };
  return { ...common, kind: 'operator' };
}

function requirePermission(caller: Caller, operation: NeededAccess): void {
  const { permission } = operation;
  if (caller.kind !== permission.who)
    throw new PimentoError(problem('forbidden', { kind: 'key-kind', needed: permission.who, found: caller.kind }));
  if (caller.kind !== 'client' || permission.who !== 'client') return;
  const access = accessOf(operation);
  if (grants(caller.scopes, permission.scope, access)) return;
  const scope = `${permission.scope}:${access}`;
  throw new PimentoError(problem('forbidden', { kind: 'scope', scope, scopes: [...caller.scopes] }));
}

/**
 * Authenticates the caller and checks its permission. An Authorization header takes precedence over a session cookie.
 * @returns undefined for operations that need no authentication
 * @throws PimentoError unauthorized, key-in-query, forbidden, unknown-client, second-factor-needed
 */
export async function authorize(
  deps: CallerDeps & { sessions: Sessions },
  operation: NeededAccess,
  request: {
    method: string;
    headers: RequestHeaders;
    query: Record<string, unknown>;
    /** IP address of the caller. */
    address: string;
  },
): Promise<Caller | undefined> {
  const { permission } = operation;
  const { authorization } = request.headers;
  if (permission.who === 'anyone') return undefined;
  const misplaced = findCredentialParameter(request.query);
  if (misplaced !== undefined) {
    const challenges = { 'www-authenticate': challengesFor(request.headers) };
    throw new PimentoError(problem('key-in-query', { parameter: misplaced }), {}, challenges);
  }
  const person = authorization === undefined ? await findPersonCaller(deps, operation, request) : undefined;
  if (person) return person;
  if (permission.who === 'person' || permission.who === 'owner' || permission.who === 'member')
    throw new PimentoError(problem('unauthorized', { kind: 'person' }));
  const credential = parseAuthorization(authorization);
  if (!credential) throw unauthorized(authorization ? 'unreadable' : 'missing', request.headers);
  const key = await findActiveKey(deps, credential, { allowTokens: true, address: request.address });
  if (!key) throw unauthorized('wrong', request.headers);
  const caller = callerOf(key);
  requirePermission(caller, operation);
  return caller;
}

/**
 * Issues a token (OAuth 2.0 client credentials grant). The token is valid for an hour, but never longer than its key.
 * @throws PimentoError unsupported-grant-type, invalid-client, invalid-scope, forbidden
 */
export async function issueToken(
  deps: CallerDeps,
  form: TokenRequest,
  { authorization, address }: { authorization: string | undefined; address: string },
): Promise<IssuedToken> {
  if (form.grant_type !== grantType) throw new PimentoError(problem('unsupported-grant-type', {}));
  const credential: Credential | undefined =
    form.client_secret === undefined
      ? parseAuthorization(authorization)
      : { kind: 'pair', keyId: form.client_id ?? '', secret: form.client_secret };
  const key =
    credential?.kind === 'pair' ? await findActiveKey(deps, credential, { allowTokens: false, address }) : undefined;
  if (!key) {
    throw new PimentoError(problem('invalid-client', {}), {}, { 'www-authenticate': 'Basic realm="pimento"' });
  }
  const verdict = judgeTokenScope(form.scope, key.scopes);
  if ('refusal' in verdict) throw new PimentoError(verdict.refusal);
  const now = deps.clock.now();
  const secondsLeft =
    key.expiresAt === null ? tokenLifetimeSeconds : Math.floor((key.expiresAt.getTime() - now.getTime()) / 1000);
  const lifetime = Math.min(tokenLifetimeSeconds, secondsLeft);
  const token = makeSecret('token');
  await keyStore.createToken(deps.database, {
    hash: hashSecret(token),
    keyId: key.keyId,
    scopes: verdict.scopes,
    expiresAt: new Date(now.getTime() + lifetime * 1000),
    now,
  });
  const scopes = verdict.scopes ?? key.scopes;
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: lifetime,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  };
}
