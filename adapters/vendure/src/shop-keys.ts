import { createHash } from 'node:crypto';

interface Origin {
  clientId: string;
  channelId: string;
}

/** Returns the owner of data in the shop. An owner is one client on one channel. */
export const ownerOf = ({ clientId, channelId }: Origin) => `${clientId}/${channelId}`;

/** Returns a unique key of fixed length for one object that an owner has in the shop. */
export function keyOf(owner: string, kind: 'product' | 'family' | 'file' | 'variant', id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, kind, id]))
    .digest('hex');
}

/** Returns the prefix of the codes of an owner's option groups. */
export const groupPrefix = (owner: string) => `pimento-${keyOf(owner, 'family', '').slice(0, 12)}-`;

const plainOf = (name: string): string => name.normalize('NFKD').toLowerCase();

/**
 * Returns the codes of the option group of a shop product. A slug drops letters and digits that are not Latin, so the code of such a name
 * also has a hash of the name.
 * @returns `former`: the code without a hash, which groups from earlier versions of the adapter have
 */
export function groupCodesOf(owner: string, shopProductKey: string, name: string): { code: string; former: string } {
  const former = `${groupPrefix(owner)}${shopProductKey.slice(0, 20)}-${slugOf(name)}`;
  if (!/[^a-z0-9\P{L}]|[^0-9\P{N}]/u.test(plainOf(name))) return { code: former, former };
  return { code: `${former}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`, former };
}

/** Converts a name to a URL slug. */
export function slugOf(name: string): string {
  const plain = plainOf(name).replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-|-$/g, '').slice(0, 100) || 'product';
}
