import type { Readable } from 'node:stream';

/** The store cannot be reached, or a request to it failed for a reason that is not the caller's. */
export class StoreUnavailableError extends Error {}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutObject {
  key: string;
  /** Hex. */
  sha256: string;
  size: number;
  /** When this resolves the object survives a crash; concurrent calls share the way to the disk. Readers find the object before that. */
  makeDurable: () => Promise<void>;
}

export interface ObjectInfo {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Where bytes are stored. Keys are segments of letters, digits, ".", "_" and "-", joined by "/"; a segment starts with a letter or digit, so that
 * no key leads out of the store. An object is never changed in place: it appears whole, or is replaced whole.
 */
export interface ObjectStore extends AsyncDisposable {
  /**
   * Stores a stream without ever holding it whole. If `body` fails, this fails with its error and leaves no object.
   * A chunk is not needed any more when the next one is requested: its memory may then be freed or hold other bytes.
   * @param keyOf returns the key for the hash of the bytes
   */
  put(body: AsyncIterable<Uint8Array>, keyOf: (sha256: string) => string): Promise<PutObject>;
  /** Stores bytes that are complete; they may change when the promise is settled. */
  putWhole(key: string, bytes: Buffer): Promise<Pick<PutObject, 'makeDurable'>>;
  /** @throws ObjectMissingError */
  get(key: string, range?: ByteRange): Promise<Readable>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Deleting a missing object is no error. */
  delete(key: string): Promise<void>;
  /** Objects whose key starts with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Removes what unfinished puts have left since before then. @returns how many */
  sweep(before: Date): Promise<number>;
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`there is no object ${key}`);
    this.name = 'ObjectMissingError';
  }
}

const keyPattern = /^[a-z0-9][\w.-]*(?:\/[a-z0-9][\w.-]*)*$/i;

/** The key itself. @throws Error if it could lead out of the store */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a key of an object: ${JSON.stringify(key)}`);
  return key;
}
