import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// An encrypted object is a random salt, followed by chunks. A chunk is 64 KiB of the content, encrypted with AES-256-GCM, and its tag. The
// key of an object is derived from its salt and the key of the repository. Every object therefore has a different key, and the number of a
// chunk can serve as its nonce. The tag also covers the name of the object and whether the chunk is the last one, so that exchanged,
// reordered or missing chunks are detected.
const chunkBytes = 1 << 16;
const tagBytes = 16;
const saltBytes = 32;
const cipher = 'aes-256-gcm';

/** Thrown if bytes were not encrypted with the key under the given name, or have been changed since. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';
}

/** Returns the size of an encrypted object. @param size size of the content in bytes */
export const sealedSize = (size: number): number =>
  saltBytes + size + tagBytes * Math.max(1, Math.ceil(size / chunkBytes));

const keyOf = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'pimento backup object', 32));

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 6, 6);
  return nonce;
}

const coveredBy = (name: string, isLast: boolean): Buffer => Buffer.from(`${isLast ? 'last' : 'more'} ${name}`);

/** Divides a stream into a first chunk of `first` bytes and further chunks of `size` bytes. Only the last chunk can be shorter. */
async function* chunksOf(body: AsyncIterable<Uint8Array>, first: number, size: number): AsyncGenerator<Buffer> {
  let wanted = first > 0 ? first : size;
  let parts: Uint8Array[] = [];
  let collected = 0;
  for await (const bytes of body) {
    for (let at = 0; at < bytes.byteLength;) {
      const part = bytes.subarray(at, at + wanted - collected);
      // The bytes are copied, because their memory may be reused when the next ones are requested.
      parts.push(Buffer.from(part));
      collected += part.byteLength;
      at += part.byteLength;
      if (collected < wanted) continue;
      yield Buffer.concat(parts);
      [parts, collected, wanted] = [[], 0, size];
    }
  }
  if (collected > 0) yield Buffer.concat(parts);
}

/** Encrypts an object. @param name the name under which it can be decrypted */
export async function* sealObject(body: AsyncIterable<Uint8Array>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const own = keyOf(key, salt);
  let index = 0;
  const sealed = (chunk: Buffer, isLast: boolean): Buffer => {
    const work = createCipheriv(cipher, own, nonceOf(index++)).setAAD(coveredBy(name, isLast));
    return Buffer.concat([work.update(chunk), work.final(), work.getAuthTag()]);
  };
  yield salt;
  let waiting: Buffer | undefined;
  for await (const chunk of chunksOf(body, 0, chunkBytes)) {
    if (waiting) yield sealed(waiting, false);
    waiting = chunk;
  }
  yield sealed(waiting ?? Buffer.alloc(0), true);
}

/**
 * Decrypts an object, chunk by chunk.
 * @throws BrokenSealError instead of yielding the first changed chunk, or at the end of a truncated object
 */
export async function* openSealed(body: AsyncIterable<Uint8Array>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const chunks = chunksOf(body, saltBytes, chunkBytes + tagBytes);
  const first = await chunks.next();
  if (first.done === true || first.value.byteLength !== saltBytes) throw new BrokenSealError();
  const salt = first.value;
  const own = keyOf(key, salt);
  let index = 0;
  const opened = (chunk: Buffer, isLast: boolean): Buffer => {
    if (chunk.byteLength < tagBytes) throw new BrokenSealError();
    const end = chunk.byteLength - tagBytes;
    const work = createDecipheriv(cipher, own, nonceOf(index++)).setAAD(coveredBy(name, isLast));
    work.setAuthTag(chunk.subarray(end));
    try {
      return Buffer.concat([work.update(chunk.subarray(0, end)), work.final()]);
    } catch (error) {
      throw new BrokenSealError('the tag does not fit', { cause: error });
    }
  };
  let waiting: Buffer | undefined;
  for await (const chunk of chunks) {
    if (waiting) yield opened(waiting, false);
    waiting = chunk;
  }
  if (!waiting) throw new BrokenSealError();
  yield opened(waiting, true);
}
