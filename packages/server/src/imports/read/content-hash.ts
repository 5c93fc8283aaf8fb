import { createHash } from 'node:crypto';

/** Identifies the part of a decoded body that was read, so that a repeated request can be compared with the first request. */
export interface BodyContent {
  /** Hash of the first `bytes` bytes of the decoded body, in hexadecimal. */
  sha256: string;
  bytes: number;
  /** True if the whole body was read, or false if reading ended early, at a fault or at a limit. */
  isComplete: boolean;
}

/** Hashes the bytes of a body while it is read. */
export interface ContentHash {
  update(chunk: Uint8Array): void;
  /** Marks that the body has no more bytes. */
  complete(): void;
  value(): BodyContent;
}

export function createContentHash(): ContentHash {
  const hash = createHash('sha256');
  let bytes = 0;
  let isComplete = false;
  return {
    update(chunk) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    },
    complete() {
      isComplete = true;
    },
    value: () => ({ sha256: hash.copy().digest('hex'), bytes, isComplete }),
  };
}

/** Returns the content of a body that is completely in memory. */
export function contentOf(body: Uint8Array): BodyContent {
  const hash = createContentHash();
  hash.update(body);
  hash.complete();
  return hash.value();
}

/** Returns the hash and the length of the first `maxBytes` bytes of a decoded body. Reads at most one chunk beyond these bytes. */
export async function readContent(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BodyContent> {
  const hash = createContentHash();
  let left = maxBytes;
  for await (const chunk of chunks) {
    hash.update(chunk.subarray(0, left));
    if (chunk.byteLength > left) return hash.value();
    left -= chunk.byteLength;
  }
  hash.complete();
  return hash.value();
}

/**
 * Returns true if a repeated body begins with the bytes that were read from the first body, and also ends there if the first body was read
 * completely. The response to the first request depends only on those bytes.
 */
export const isSameContent = (first: BodyContent, repeated: BodyContent): boolean =>
  first.sha256 === repeated.sha256 && first.bytes === repeated.bytes && (repeated.isComplete || !first.isComplete);
