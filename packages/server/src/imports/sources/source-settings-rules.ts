import type { ImportSource, ImportSourceInput } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type AllowedRanges, isAddressOpen, PimentoError } from '../../platform/index.ts';
import type { SourceSettings } from './source-types.ts';

type From = ImportSourceInput['from'];

/** Returns the settings of a source as they are stored, without password and token. */
export function storedSettings({ isPaused: _isPaused, from, ...settings }: ImportSourceInput): SourceSettings {
  if (from.kind === 'folder') return { ...settings, from: { ...from, pattern: from.pattern ?? null } };
  const { auth } = from;
  if (!auth) return { ...settings, from: { ...from, auth: null } };
  const shown = auth.kind === 'basic' ? { kind: auth.kind, user: auth.user } : { kind: auth.kind };
  return { ...settings, from: { ...from, auth: shown } };
}

export const shownFrom = ({ from }: SourceSettings): ImportSource['from'] => from;

/** Returns the password or token that was sent. @returns undefined if none was sent */
export function sentSecret(from: From): string | undefined {
  if (from.kind === 'folder' || !from.auth) return undefined;
  return from.auth.kind === 'basic' ? from.auth.password : from.auth.token;
}

/** Returns true if a host is a private IP address that the operator allows. Credentials may be sent to it without encryption. */
function isOwnAddress(hostname: string, allowed: AllowedRanges): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isAddressOpen(host, allowed) && !isAddressOpen(host, []);
}

/** @throws PimentoError invalid-source if credentials are in the address, or would be sent without encryption */
export function requireSafeAddress(from: From, allowed: AllowedRanges): void {
  if (from.kind === 'folder') return;
  const { protocol, hostname, host, username, password } = new URL(from.url);
  if (username !== '' || password !== '')
    throw new PimentoError(problem('invalid-source', { kind: 'secret-in-address', host }));
  if (!from.auth) return;
  if (protocol === 'https:' || isOwnAddress(hostname, allowed)) return;
  throw new PimentoError(problem('invalid-source', { kind: 'secret-needs-https', host }));
}

/** Name of the stored mapping that a source reads its files with. Undefined if it names none. */
export const mappingOf = ({ options }: Pick<SourceSettings, 'options'>): string | undefined =>
  options.mapping?.kind === 'stored' ? options.mapping.name : undefined;
