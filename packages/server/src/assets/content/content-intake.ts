import { type ObjectStore, releaseChunk, type ClientId } from '../../platform/index.ts';
import type { WholeFile } from './whole-file.ts';

/** Enough for magic bytes, for the first part of an Office file, and for the size of most images. */
const headBytes = 64 * 1024;

export interface StoredContent {
  sha256: string;
  size: number;
  /** When this resolves the bytes survive a crash. */
  makeDurable: () => Promise<void>;
  /** The first bytes, at most 64 KiB; put together when asked for, since most files need few of them. */
  head(bytes?: number): Buffer;
  /** Nobody needs the first bytes any more. */
  dropHead(): void;
}

/** The bytes are more than are taken. */
export class ContentTooLarge extends Error {}

/** Where the bytes of a client's files lie. */
export function contentKey(clientId: ClientId, sha256: string): string {
  // One folder a client, which bears millions of names: files that arrive together bring one folder to the disk.
  return `${clientId}/${sha256}`;
}

/**
 * Streams bytes into the store, under their hash: equal bytes of a client are one object.
 * @param limit bytes
 * @param onReceived told when the last byte has come, while it is still being stored
 * @throws ContentTooLarge as soon as there are more; whatever `body` throws
 */
export async function storeContent(
  store: ObjectStore,
  clientId: ClientId,
  body: AsyncIterable<Uint8Array>,
  limit: number,
  onReceived: () => void = () => undefined,
): Promise<StoredContent> {
  const heads: Uint8Array[] = [];
  let headSize = 0;
  let size = 0;
  async function* pass() {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > limit) throw new ContentTooLarge(`The file has more than the ${limit} bytes that are taken.`);
      if (headSize < headBytes) {
        // A copy, since the chunk is gone when the next one is asked for.
        const part = Buffer.from(chunk.subarray(0, headBytes - headSize));
        heads.push(part);
        headSize += part.byteLength;
      }
      yield chunk;
    }
    onReceived();
  }
  const { sha256, makeDurable } = await store.put(pass(), (hash) => contentKey(clientId, hash));
  return {
    sha256,
    size,
    makeDurable,
    head: (bytes = headBytes) => Buffer.concat(heads, Math.min(bytes, headSize)),
    dropHead() {
      for (const head of heads.splice(0)) releaseChunk(head);
      headSize = 0;
    },
  };
}

/** Stores a file that has been received as a whole. Its bytes are read until it is dropped, by whoever has opened it. */
export async function storeWhole(store: ObjectStore, clientId: ClientId, file: WholeFile): Promise<StoredContent> {
  const bytes = file.bytes();
  const sha256 = file.sha256();
  const { makeDurable } = await store.putWhole(contentKey(clientId, sha256), bytes);
  const head = (most = headBytes) => bytes.subarray(0, Math.min(most, headBytes));
  return { sha256, size: bytes.byteLength, makeDurable, head, dropHead: () => undefined };
}
