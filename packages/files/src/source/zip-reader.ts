import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import type { FileBytes } from './file-bytes.ts';
import { FileError } from './file-error.ts';
import { limitUnpacked, requireExpansion } from './unpack-limit.ts';

/** Maximum number of files in a ZIP file. A workbook with hundreds of sheets and pictures has fewer than 10,000. */
const maxEntries = 50_000;

/** An opened ZIP file. */
export interface ZipReader {
  /** Paths of the files. Entries for folders are omitted. */
  names: readonly string[];
  /** Reads one file inside the ZIP file as a stream. @throws FileError file-damaged, file-too-large, password-protected */
  open(name: string): AsyncGenerator<Uint8Array, void, undefined>;
}

class BytesReader extends yauzl.RandomAccessReader {
  readonly #file: FileBytes;
  constructor(file: FileBytes) {
    super();
    this.#file = file;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.read(start, end), { objectMode: false });
  }
}

/** Converts errors of the ZIP library to FileError. Errors with a code other than `Z_…` come from elsewhere and stay unchanged. */
function damaged(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileError) return error;
  if ('code' in error && !String(error.code).startsWith('Z_')) return error;
  return new FileError(
    'file-damaged',
    `The zip file is damaged or incomplete (${error.message}). Send it again.`,
    error,
  );
}

async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > maxEntries)
    throw new FileError('file-too-large', `The zip file contains more than ${maxEntries} files.`);
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
  return entries;
}

/** Compression method of deflated files. */
const deflated = 8;
/**
 * Size of unpacked chunks in bytes. The default is 16 KB. Each chunk is unpacked in another thread, and the switch takes about as long as
 * unpacking 16 KB.
 */
const chunkBytes = 64 * 1024;

/** Unpacks a deflated file. @throws Error if its size differs from the declared size */
async function* inflate(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array, void, undefined> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const unpacker = createInflateRaw({ chunkSize: chunkBytes });
  packed.on('error', (error) => unpacker.destroy(error));
  let size = 0;
  try {
    // a stream without an encoding yields bytes
    for await (const chunk of packed.pipe(unpacker) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > entry.uncompressedSize) break;
      yield chunk;
    }
  } finally {
    packed.destroy();
    unpacker.destroy();
  }
  if (size !== entry.uncompressedSize) throw new Error(`${entry.fileName} does not have its declared size`);
}

async function openZip(file: FileBytes) {
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(new BytesReader(file), file.size, {
      lazyEntries: true,
      autoClose: false,
    });
    return { zip, entries: await listEntries(zip) };
  } catch (error) {
    throw damaged(error);
  }
}

/** Opens a ZIP file. Reads only its directory. Each file inside is read on request. @throws FileError file-damaged, file-too-large */
export async function openZipReader(file: FileBytes): Promise<ZipReader> {
  const { zip, entries } = await openZip(file);
  async function* open(name: string) {
    const entry = entries.get(name);
    if (entry === undefined) throw new FileError('file-damaged', `The zip file has no ${name}.`);
    if (entry.isEncrypted())
      throw new FileError('password-protected', 'The file is protected with a password. Save it without one.');
    // a file that is too large and declares its real size is refused before it is unpacked
    requireExpansion(entry.uncompressedSize, entry.compressedSize, name);
    try {
      const bytes = entry.compressionMethod === deflated ? inflate(zip, entry) : await zip.openReadStreamPromise(entry);
      yield* limitUnpacked(bytes, entry.compressedSize, name);
    } catch (error) {
      throw damaged(error);
    }
  }
  return { names: [...entries.keys()], open };
}
