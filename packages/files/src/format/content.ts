import type { FileBytes, Spool } from '../source/file-bytes.ts';
import { bytesInMemory, collectBytes } from '../source/file-bytes.ts';
import { FileError } from '../source/file-error.ts';
import { unpack } from '../source/packing.ts';
import { openZipReader } from '../source/zip-reader.ts';
import type { FileFormat } from './format-types.ts';

/** Maximum size in bytes of a workbook that is unpacked into memory, if the caller provides no spool. */
const maxInMemory = 64 * 1024 ** 2;

export const spoolInMemory: Spool = async (bytes) => {
  const content = await collectBytes(bytes, maxInMemory + 1);
  if (content.length > maxInMemory)
    throw new FileError('file-too-large', 'The packed workbook has more than 64 MB. Unpack it first.');
  return bytesInMemory(content);
};

/** Yields the unpacked bytes of a file. @throws FileError file-damaged, file-too-large, password-protected */
export async function* openContent(
  file: FileBytes,
  { packing, entry }: Pick<FileFormat, 'packing' | 'entry'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (packing === undefined) yield* file.read(0, file.size);
  else if (packing === 'zip') yield* (await openZipReader(file)).open(entry ?? '');
  else yield* unpack(file, packing);
}

/** Opens a workbook for reading at any position, either directly or after unpacking it into the spool. */
export const openWorkbookBytes = async (file: FileBytes, format: FileFormat, spool: Spool): Promise<FileBytes> =>
  format.packing === undefined ? file : spool(openContent(file, format));
