import ipaddr from 'ipaddr.js';

/** Ranges that outgoing requests may connect to besides public addresses, each as `[address, prefix length]`. */
export type AllowedRanges = [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** Refused ranges that ipaddr.js classifies as public or does not list. */
const alsoRefused = ['192.88.99.0/24', '168.63.129.16/32', '3fff::/20'].map((range) => ipaddr.parseCIDR(range));
/** The part of IPv6 that is assigned to the public internet. */
const publicV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Parses a list of ranges such as `10.0.0.0/8, fd00::/8`. A single address is a range of one address.
 * @returns undefined if an entry is not a valid range
 */
export function readAllowedRanges(text: string): AllowedRanges | undefined {
  const ranges: AllowedRanges = [];
  for (const part of text.split(/[\s,]+/)) {
    if (part === '') continue;
    if (ipaddr.isValidCIDR(part)) ranges.push(ipaddr.parseCIDR(part));
    else if (ipaddr.isValid(part)) {
      const address = ipaddr.parse(part);
      ranges.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    } else return undefined;
  }
  return ranges;
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [range, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  return address.kind() === range.kind() && address.match(range, bits);
}

/** Returns the IPv4 address that is embedded in an IPv6 address (mapped, 6to4, NAT64). @returns undefined if there is none */
function inner(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  if (range === 'rfc6052' || range === 'rfc6145') return new ipaddr.IPv4(bytes.slice(12, 16));
  return undefined;
}

/**
 * Returns true if an outgoing request may connect to an address. Only public addresses and the operator's allowed ranges are open. Refuses
 * private, loopback, link-local (including metadata services), carrier-grade NAT, unique local, multicast, documentation and reserved
 * ranges of IPv4 and IPv6, and IPv6 addresses that embed a refused IPv4 address.
 */
export function isAddressOpen(text: string, allowed: AllowedRanges): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false;
  const given = ipaddr.parse(text);
  const address = given.kind() === 'ipv6' ? (inner(given as ipaddr.IPv6) ?? given) : given; // the condition has checked the kind of the address
  if (allowed.some((range) => isIn(address, range))) return true;
  if (address.kind() === 'ipv6' && !isIn(address, publicV6)) return false;
  return address.range() === 'unicast' && !alsoRefused.some((range) => isIn(address, range));
}
