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

/** Converts a name to a URL slug. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-|-$/g, '').slice(0, 100) || 'product';
}
