/**
 * The parts of a client's data for which a client key can have permissions. Adapter and operator keys have no scopes, because their kind
 * determines their permissions.
 */
export const clientScopes = ['import', 'assets', 'datastandards', 'products', 'channels'] as const;
export type ClientScope = (typeof clientScopes)[number];

/** An operation that writes nothing needs `read`. Every other operation needs `write`. */
export type ScopeAccess = 'read' | 'write';

/** Permissions of a client key. A name without `:read` or `:write` includes both. */
export const keyScopes = [
  ...clientScopes,
  'import:read',
  'import:write',
  'assets:read',
  'assets:write',
  'datastandards:read',
  'datastandards:write',
  'products:read',
  'products:write',
  'channels:read',
  'channels:write',
] as const;
export type KeyScope = (typeof keyScopes)[number];

export const accessOf = ({ method, writesNothing }: { method: string; writesNothing?: true }): ScopeAccess =>
  method === 'GET' || writesNothing === true ? 'read' : 'write';

/** Returns true if the scopes of a key allow this access to one part of the client's data. */
export function grants(scopes: readonly KeyScope[], scope: ClientScope, access: ScopeAccess): boolean {
  return scopes.includes(scope) || scopes.includes(`${scope}:${access}`);
}
