import { keyScopes, type KeyScope } from '@pimento/contract';
import { type CodedProblem, problem } from '@pimento/contract/problem';
import ipaddr from 'ipaddr.js';

/** Number of bits before the IPv4 address in an IPv4-mapped IPv6 address. */
const mappedBits = 96;

/**
 * Parses an address or a range. A range of IPv4 addresses that are mapped into IPv6 becomes a range of IPv4, because such addresses are
 * compared as IPv4.
 */
function parseRange(range: string): [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number] {
  const [network, bits] = range.includes('/')
    ? ipaddr.parseCIDR(range)
    : ([ipaddr.parse(range), range.includes(':') ? 128 : 32] as const);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= mappedBits;
  return isMapped ? [network.toIPv4Address(), bits - mappedBits] : [network, bits];
}

function isInRange(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  if (!ipaddr.isValid(range.split('/', 1)[0] ?? '')) return false;
  const [network, bits] = parseRange(range);
  return address.kind() === network.kind() && address.match(network, bits);
}

/**
 * Returns true if a key with these ranges may be used from an IP address. An IPv4 address that is mapped into IPv6 counts as IPv4.
 * @param ranges addresses and ranges; empty for no limit
 */
export function isAddressAllowed(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const found = ipaddr.process(address);
  return ranges.some((range) => isInRange(found, range));
}

const isKeyScope = (text: string): text is KeyScope => keyScopes.some((scope) => scope === text);

/**
 * Returns true if the scopes of a key include a requested scope. A requested scope without `:read` or `:write` needs both the read and the
 * write scope.
 */
function includesScope(held: readonly KeyScope[], asked: KeyScope): boolean {
  const [area = '', access] = asked.split(':');
  const has = (name: string) => held.some((scope) => scope === name);
  if (has(asked) || has(area)) return true;
  return access === undefined && has(`${area}:read`) && has(`${area}:write`);
}

/**
 * Checks the `scope` of a token request, a list separated by spaces. The key must have all requested scopes.
 * @returns the scopes of the token; null for all scopes of the key, if the request names none; a refusal if the key lacks a requested scope
 */
export function judgeTokenScope(
  requested: string | undefined,
  held: readonly KeyScope[],
): { scopes: KeyScope[] | null } | { refusal: CodedProblem<'invalid-scope'> } {
  const asked = [...new Set((requested ?? '').split(' ').filter((text) => text !== ''))];
  const foreign = asked.find((text) => !isKeyScope(text) || !includesScope(held, text));
  if (foreign !== undefined)
    return { refusal: problem('invalid-scope', { scope: foreign.slice(0, 100), scopes: [...held] }) };
  return { scopes: asked.length === 0 ? null : asked.filter(isKeyScope) };
}

/** Returns the expiry of a key that is created at `now`. @param lifetime in seconds; null if the key never expires */
export const expiryAfter = (now: Date, lifetime: number | null): Date | null =>
  lifetime === null ? null : new Date(now.getTime() + lifetime * 1000);
