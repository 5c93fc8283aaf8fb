import { type ObjectStore, releaseChunk, type ClientId } from '../../platform/core.ts';

/**
 * Number of bytes that are inspected at the start of a file. They are enough for magic bytes, the first part of an Office file, and the
 * dimensions of most images.
 */
const headBytes = 64 * 1024;

export interface StoredContent {
  sha256: string;
  size: number;
  /** Resolves when the bytes are guaranteed to survive a crash. */
  makeDurable: () => Promise<void>;
  /**
   * Returns the first bytes, at most 64 KiB. The received chunks are joined on each call, up to the requested number of bytes, because most
   * files need only a few bytes.
   */
  head(bytes?: number): Buffer;
  /** Frees the memory of the first bytes. */
  dropHead(): void;
}

export class ContentTooLargeError extends Error {
  override readonly name = 'ContentTooLargeError';
}

/** Returns the object store key of a client's file. */
export function contentKey(clientId: ClientId, sha256: string): string {
  // Each client has one folder, even for millions of files, so that files that arrive together need only one folder sync.
  return `${clientId}/${sha256}`;
}

/**
 * Streams a file into the store under its hash, so that identical files of a client are stored once.
 * @param limit maximum size in bytes
 * @param onReceived called when the last byte has been received, while the file is still being stored
 * @throws ContentTooLargeError as soon as the limit is exceeded; errors of `body` and of the store
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
      if (size > limit) throw new ContentTooLargeError(`The file is larger than the limit of ${limit} bytes.`);
      if (headSize < headBytes) {
        // Copied because the chunk becomes invalid when the next chunk is requested.
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

/** Stores a file that is completely in memory. `head` of the result may be used only as long as the given bytes stay unchanged. */
export async function storeBytes(store: ObjectStore, clientId: ClientId, bytes: Buffer): Promise<StoredContent> {
  const { sha256, makeDurable } = await store.putBytes(bytes, (hash) => contentKey(clientId, hash));
  const head = (max = headBytes) => bytes.subarray(0, Math.min(max, headBytes));
  return { sha256, size: bytes.byteLength, makeDurable, head, dropHead: () => undefined };
}
