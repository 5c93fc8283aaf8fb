import { createHash } from 'node:crypto';

/** Identifies what was read of a decoded body, so that a repeated request can be compared with the first one. */
export interface BodyContent {
  /** Hash of the first `bytes` bytes of the decoded body, in hexadecimal. */
  sha256: string;
  bytes: number;
  /** True if the body has no more bytes. False if reading ended earlier, at a fault. */
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

/** Reads at most one chunk more than `maxBytes` bytes of a decoded body. The content has at most `maxBytes` bytes. */
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
 * Checks whether a repeated body is the same as far as the first one was read. The answer to the first request depends only on those bytes.
 */
export const isSameContent = (first: BodyContent, repeated: BodyContent): boolean =>
  first.sha256 === repeated.sha256 && first.bytes === repeated.bytes && (repeated.isComplete || !first.isComplete);
