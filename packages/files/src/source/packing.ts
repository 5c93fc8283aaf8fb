import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { FileBytes } from './file-bytes.ts';
import { FileError } from './file-error.ts';
import { limitUnpacked } from './unpack-limit.ts';

export type Packing = 'gzip' | 'zstd' | 'zip';

const names = { gzip: 'gzip', zstd: 'Zstandard', zip: 'zip' } as const;

/** Detects by its first four bytes how a file is packed. Returns undefined if it is not packed. */
export function findPacking(first: Uint8Array): Packing | undefined {
  const [a, b, c, d] = first;
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return 'zstd';
  if (a === 0x50 && b === 0x4b && (c === 0x03 || c === 0x05)) return 'zip';
  return undefined;
}

/** Decompresses a stream while it is read. @throws FileError file-damaged, file-too-large */
export async function* unpack(
  file: FileBytes,
  packing: Exclude<Packing, 'zip'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const packed = Readable.from(file.read(0, file.size), { objectMode: false });
  const unpacker = packing === 'gzip' ? createGunzip() : createZstdDecompress();
  packed.on('error', (error) => unpacker.destroy(error));
  try {
    yield* limitUnpacked(packed.pipe(unpacker), file.size, 'The file');
  } catch (error) {
    if (error instanceof FileError || !isZlibError(error)) throw error;
    throw new FileError('file-damaged', `The ${names[packing]} file is damaged or incomplete. Send it again.`, error);
  } finally {
    packed.destroy();
  }
}

/** Returns true if an error is about the packed data. Other errors, such as `ERR_…` of a stream, come from reading the file. */
const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ZSTD_)/.test(String(error.code));
