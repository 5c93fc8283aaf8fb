import { createHash } from 'node:crypto';

interface Origin {
  clientId: string;
  channelId: string;
}

/** Whose things they are at the shop: one client on one channel. */
export const ownerOf = ({ clientId, channelId }: Origin) => `${clientId}/${channelId}`;

/** The name under which the shop knows one thing of an owner: short, and equal for equal things alone. */
export function keyOf(owner: string, kind: 'product' | 'family' | 'file' | 'variant', id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, kind, id]))
    .digest('hex');
}

/** What the codes of an owner's option groups begin with. */
export const groupPrefix = (owner: string) => `pimento-${keyOf(owner, 'family', '').slice(0, 12)}-`;

/** A name as part of an address. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-|-$/g, '').slice(0, 100) || 'product';
}
