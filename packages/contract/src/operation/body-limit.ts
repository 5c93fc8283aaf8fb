import type { Operation } from './operation.ts';

/**
 * Maximum sizes of request bodies in bytes. By default, operations without a credential have the limit `open`, and all others `usual`.
 * `settings` is for accounts, channels and rules, `list` for up to 100,000 ids or 20,000 definitions, and `standard` for data standards.
 */
export const bodyBytes = {
  open: 16 * 1024,
  usual: 64 * 1024,
  settings: 1024 ** 2,
  list: 32 * 1024 ** 2,
  standard: 64 * 1024 ** 2,
} as const;

/** Returns the maximum size of a JSON or form body in bytes. By default, operations without a credential have the lowest limit. */
export function maxBodyBytes({
  maxBodyBytes: stated,
  permission,
}: Pick<Operation, 'maxBodyBytes' | 'permission'>): number {
  return stated ?? (permission.who === 'anyone' ? bodyBytes.open : bodyBytes.usual);
}
