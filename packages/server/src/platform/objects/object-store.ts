import type { Readable } from 'node:stream';

/** Thrown if the store is unreachable, or if a request to it failed for a reason that the calling code did not cause. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutObject {
  key: string;
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
  size: number;
  /**
   * Ensures that the object survives a crash. Concurrent calls share a sync to disk. Readers may find the object before this promise
   * resolves.
   */
  makeDurable: () => Promise<void>;
}

export interface ObjectInfo {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** Options of a temporary address of an object: its lifetime, and headers of the store's response. */
export interface TemporaryRead {
  /** Seconds until the address expires. */
  seconds: number;
  contentType: string;
  contentDisposition: string;
}

/**
 * A store for bytes. Keys are segments of letters, digits, ".", "_" and "-", joined by "/". A segment starts with a letter or digit, so
 * that no key can escape the store. Objects are never changed in place. They are created or replaced atomically.
 */
export interface ObjectStore extends AsyncDisposable {
  /**
   * Stores a stream without buffering all of it. If `body` fails, rejects with the error of `body` and stores no object. After the next
   * chunk is requested, the memory of the previous chunk may be freed or overwritten.
   * @param keyOf returns the key for the hash of the bytes
   */
  put(body: AsyncIterable<Uint8Array>, keyOf: (sha256: string) => string): Promise<PutObject>;
  /**
   * Stores a complete buffer under the hash of its bytes. The buffer may be changed once the promise is settled.
   * @param keyOf returns the key for the hash of the bytes
   */
  putBytes(bytes: Buffer, keyOf: (sha256: string) => string): Promise<PutObject>;
  /** Stores a complete buffer. The buffer may be changed once the promise is settled. */
  putWhole(key: string, bytes: Buffer): Promise<Pick<PutObject, 'makeDurable'>>;
  /** Opens an object, or a range of it, for reading. @throws ObjectMissingError */
  get(key: string, range?: ByteRange): Promise<Readable>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /**
   * Returns an address at which anyone can download exactly this object with GET until it expires. Does not check that the object exists. A
   * store without such addresses does not have this function.
   */
  addressOf?(key: string, read: TemporaryRead): Promise<string>;
  /** Deletes an object. A missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Lists the objects whose keys start with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /**
   * Lists the first segments of all keys with several segments, each once, in no particular order. May also list segments whose objects
   * have all been deleted.
   */
  folders(): AsyncIterable<string>;
  /** Removes the data of unfinished puts older than `before`. @returns the number of removed files or uploads */
  sweep(before: Date): Promise<number>;
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`there is no object ${key}`);
    this.name = 'ObjectMissingError';
  }
}

const keyPattern = /^[a-z0-9][\w.-]*(?:\/[a-z0-9][\w.-]*)*$/i;

/** Returns the key unchanged. @throws Error if the key could escape the store */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a key of an object: ${JSON.stringify(key)}`);
  return key;
}
