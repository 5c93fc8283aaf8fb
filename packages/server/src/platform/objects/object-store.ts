import type { Readable } from 'node:stream';

/** The store cannot be reached, or does not do what it is asked: not the fault of who asks. */
export class StoreUnavailable extends Error {}

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
  /** When this resolves the object survives a crash; those that are asked for together share the way to the disk. Whoever asks for the object finds it before. */
  makeDurable: () => Promise<void>;
}

export interface ObjectInfo {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Where bytes lie. Keys are segments of letters, digits, ".", "_" and "-", joined by "/"; a segment begins with a letter or digit, so that
 * no key leads out of the store. An object is never changed in place: it appears whole, or is replaced whole.
 */
export interface ObjectStore extends AsyncDisposable {
  /**
   * Stores a stream without ever holding it whole; once its `makeDurable` resolves the object survives a crash. Fails as `body` fails, leaving
   * no object.
   * A chunk is not needed any more when the next one is asked for: its memory may then be gone or hold other bytes.
   * @param keyOf names the object, given the hash of its bytes
   */
  put(body: AsyncIterable<Uint8Array>, keyOf: (sha256: string) => string): Promise<PutObject>;
  /** Stores bytes that are all here; they may change once the promise is settled. */
  putWhole(key: string, bytes: Buffer): Promise<Pick<PutObject, 'makeDurable'>>;
  /** @throws ObjectMissing */
  get(key: string, range?: ByteRange): Promise<Readable>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Objects whose key begins with the prefix, in no promised order. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Removes what unfinished puts have left since before then. @returns how many */
  sweep(before: Date): Promise<number>;
}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`there is no object ${key}`);
    this.name = 'ObjectMissing';
  }
}

const keyPattern = /^[a-z0-9][\w.-]*(?:\/[a-z0-9][\w.-]*)*$/i;

/** The key itself. @throws Error where it could lead out of the store */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a key of an object: ${JSON.stringify(key)}`);
  return key;
}
