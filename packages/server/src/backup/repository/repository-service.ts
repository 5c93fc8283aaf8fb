import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  type Clock,
  errorCode,
  isStoreAddress,
  ObjectMissingError,
  type ObjectStore,
  openObjectStore,
} from '../../platform/index.ts';
import { BrokenSealError, openSealed, sealedSize, sealObject } from './object-secrets.ts';
import { createNameCodes, createRepositoryKey, openRepositoryKey, sealedKeySchema } from './repository-secrets.ts';
import { BackupRefusedError, DamagedObjectError, type StoredObject } from './repository-types.ts';

/**
 * The location of backups, which is a folder or a bucket. Every object is written atomically and never changed. Its key ends with the
 * SHA-256 of its stored bytes. In an encrypted repository, names below `files/` are codes.
 */
export interface Repository extends AsyncDisposable {
  isEncrypted: boolean;
  /** Stores a stream durably. @param name segments joined by "/" */
  put(name: string, body: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /** Reads the content of an object. @throws DamagedObjectError if it is missing or damaged, possibly only after all bytes */
  read(name: string, object: string): AsyncGenerator<Uint8Array>;
  /** Lists the objects below a folder, in no particular order. */
  list(folder: string): AsyncIterable<StoredObject>;
  /** Returns the key of an object without its hash, as it appears in `list`. */
  pathOf(name: string): string;
  /** Returns the stored size of an object with `size` bytes of content. */
  storedSize(size: number): number;
  delete(object: string): Promise<void>;
  /** Removes the data of interrupted writes older than `before`. @returns the number of removed files or uploads */
  sweep(before: Date): Promise<number>;
}

const markerKey = 'repository.json';
const formatSchema = z.object({ format: z.number() });
const markerSchema = z.object({ format: z.literal(1), encryption: sealedKeySchema.nullable() });
const hashAtEnd = /\.([\da-f]{64})$/;

export interface RepositoryOptions {
  /** `file:///folder` or `s3://bucket/prefix?…` */
  address: string;
  passphrase: string | undefined;
  clock: Clock;
}

const damaged = (object: string, found: string) =>
  new DamagedObjectError(
    `The backup is damaged: the file ${object} has the SHA-256 ${found}, but must have ${hashAtEnd.exec(object)?.[1]}.`,
  );

/** Reads the stored bytes of an object. @throws DamagedObjectError if they are missing, or at the end if they are damaged */
async function* verified(store: ObjectStore, object: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  try {
    // the store returns a stream of bytes
    for await (const chunk of (await store.get(object)) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ObjectMissingError)
      throw new DamagedObjectError(`The backup is damaged: the file ${object} is missing.`);
    throw error;
  }
  const found = hash.digest('hex');
  if (!object.endsWith(`.${found}`)) throw damaged(object, found);
}

async function* openVerified(store: ObjectStore, object: string, key: Buffer, name: string): AsyncGenerator<Buffer> {
  try {
    yield* openSealed(verified(store, object), key, name);
  } catch (error) {
    if (!(error instanceof BrokenSealError)) throw error;
    // Reads to the end, so that a wrong checksum is reported first. If the checksum is right, the object was stored under another name.
    for await (const _ of verified(store, object));
    throw new DamagedObjectError(`The backup is damaged: the file ${object} is the content of a different object.`);
  }
}

/**
 * Reads the file that marks a repository. The format is judged first, because newer formats may have other members.
 * @returns undefined if there is no such file
 */
async function readMarker(store: ObjectStore, place: string) {
  try {
    const marker: unknown = JSON.parse((await buffer(await store.get(markerKey))).toString());
    if (formatSchema.parse(marker).format !== 1)
      throw new BackupRefusedError(`The backups in ${place} were made by a newer Pimento; use that one.`);
    return markerSchema.parse(marker);
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined;
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new BackupRefusedError(`The file ${markerKey} in ${place} is damaged, so its backups cannot be read.`);
    throw error;
  }
}

async function openKey(marker: z.infer<typeof markerSchema>, passphrase: string | undefined, place: string) {
  if (marker.encryption === null) return undefined;
  if (passphrase === undefined)
    throw new BackupRefusedError(
      `The backups in ${place} are encrypted: name the file with the passphrase with --passphrase-file.`,
    );
  const key = await openRepositoryKey(marker.encryption, passphrase);
  if (key) return key;
  throw new BackupRefusedError(`The passphrase does not open the backups in ${place}.`);
}

function createRepository(store: ObjectStore, key: Buffer | undefined): Repository {
  const codeOf = key && createNameCodes(key);
  const pathOf = (name: string) => {
    const [folder, client, ...rest] = name.split('/');
    if (!codeOf || folder !== 'files' || client === undefined) return name;
    return ['files', codeOf(client), ...(rest.length === 0 ? [] : [codeOf(rest.join('/'))])].join('/');
  };
  return {
    isEncrypted: key !== undefined,
    pathOf,
    storedSize: (size) => (key ? sealedSize(size) : size),
    async put(name, body) {
      const sealed = key ? sealObject(body, key, name) : body;
      const written = await store.put(sealed, (sha256) => `${pathOf(name)}.${sha256}`);
      await written.makeDurable();
      return { object: written.key, bytes: written.size };
    },
    read: (name, object) => (key ? openVerified(store, object, key, name) : verified(store, object)),
    async *list(folder) {
      for await (const { key: object, size } of store.list(`${pathOf(folder)}/`)) yield { object, bytes: size };
    },
    delete: (object) => store.delete(object),
    sweep: (before) => store.sweep(before),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/**
 * Opens a repository that has backups.
 * @throws BackupRefusedError if there are no backups that this program can read, or if the passphrase is missing or wrong
 */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const place = placeOf(options.address);
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(options));
  const marker = await readMarker(store, place);
  if (!marker) throw new BackupRefusedError(`There are no Pimento backups in ${place}.`);
  const repository = createRepository(store, await openKey(marker, options.passphrase, place));
  opened.move();
  return repository;
}

/** Returns the names in a folder, or an empty list if the folder does not exist. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function isEmptyPlace(store: ObjectStore, address: string): Promise<boolean> {
  if (address.startsWith('file:') && (await listNames(fileURLToPath(address))).length > 0) return false;
  for await (const _ of store.list('')) return false;
  return true;
}

/** Requires that a place contains no files. @throws BackupRefusedError */
async function requireEmpty(store: ObjectStore, address: string): Promise<void> {
  if (!(await isEmptyPlace(store, address)))
    throw new BackupRefusedError(`${placeOf(address)} has files, but no Pimento backups: choose an empty folder.`);
}

/** Returns a folder as a path, and any other place as an address. */
const placeOf = (address: string): string => (address.startsWith('file:') ? fileURLToPath(address) : address);

function openStore({ address, clock }: RepositoryOptions): Promise<ObjectStore> {
  if (isStoreAddress(address)) return openObjectStore(address, clock);
  throw new BackupRefusedError(`${address} must be a folder, or like s3://bucket/prefix?region=eu-central-1.`);
}

/** Marks an empty place as a repository. @returns the key of the repository; undefined without a passphrase @throws BackupRefusedError */
async function createMarker(
  store: ObjectStore,
  { address, passphrase }: RepositoryOptions,
): Promise<Buffer | undefined> {
  await requireEmpty(store, address);
  const made = passphrase === undefined ? undefined : await createRepositoryKey(passphrase);
  const text = JSON.stringify({ format: 1, encryption: made?.stored ?? null });
  const { makeDurable } = await store.putWhole(markerKey, Buffer.from(`${text}\n`));
  await makeDurable();
  return made?.key;
}

/** Opens a repository for a new backup. Creates the repository if the place is empty. @throws BackupRefusedError */
export async function openOrCreateRepository(options: RepositoryOptions): Promise<Repository> {
  const { address, passphrase } = options;
  const place = placeOf(address);
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(options));
  const marker = await readMarker(store, place);
  if (marker?.encryption === null && passphrase !== undefined)
    throw new BackupRefusedError(
      `The backups in ${place} are not encrypted: choose an empty folder for encrypted ones.`,
    );
  const key = marker ? await openKey(marker, passphrase, place) : await createMarker(store, options);
  opened.move();
  return createRepository(store, key);
}
