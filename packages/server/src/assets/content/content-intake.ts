import { type ObjectStore, releaseChunk, type ClientId } from '../../platform/index.ts';
import type { WholeFile } from './whole-file.ts';

/** Enough for magic bytes, for the first part of an Office file, and for the size of most images. */
const headBytes = 64 * 1024;

export interface StoredContent {
  sha256: string;
  size: number;
  /** When this resolves the bytes survive a crash. */
  makeDurable: () => Promise<void>;
  /** The first bytes, at most 64 KiB; joined on request, since most files need few of them. */
  head(bytes?: number): Buffer;
  /** Drops the first bytes. */
  dropHead(): void;
}

/** The file is larger than the limit. */
export class ContentTooLargeError extends Error {}

/** The key of a client's bytes in the store. */
export function contentKey(clientId: ClientId, sha256: string): string {
  // One folder per client, which can hold millions of names: files that arrive together need one sync of a folder.
  return `${clientId}/${sha256}`;
}

/**
 * Streams bytes into the store, under their hash: equal bytes of a client are one object.
 * @param limit bytes
 * @param onReceived called when the last byte has arrived, while it is still being stored
 * @throws ContentTooLargeError as soon as there are more; errors of `body`
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
      if (size > limit) throw new ContentTooLargeError(`The file has more than the ${limit} bytes that are taken.`);
      if (headSize < headBytes) {
        // A copy, since the chunk is not valid any more when the next one is requested.
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

/** Stores a file that has been received as a whole. Its bytes must stay valid until the caller drops it. */
export async function storeWhole(store: ObjectStore, clientId: ClientId, file: WholeFile): Promise<StoredContent> {
  const bytes = file.bytes();
  const sha256 = file.sha256();
  const { makeDurable } = await store.putWhole(contentKey(clientId, sha256), bytes);
  const head = (max = headBytes) => bytes.subarray(0, Math.min(max, headBytes));
  return { sha256, size: bytes.byteLength, makeDurable, head, dropHead: () => undefined };
}
