import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { sheetPart, workbookParts } from './workbook-parts.ts';

/** The modification time of all parts. It is fixed, so that the same products always result in the same file. */
const modified = new Date(Date.UTC(2000, 0, 1));

/** Packs the XML of a sheet into a workbook while the XML arrives. */
export async function* packWorkbook(
  sheetChunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  const options = { mtime: modified, mode: 0o100644 };
  for (const { name, content } of workbookParts('Products')) zip.addBuffer(Buffer.from(content), name, options);
  const sheet = Readable.from(sheetChunks, { objectMode: false });
  const output = zip.outputStream as Readable; // the library documents this stream as readable
  sheet.on('error', (error) => output.destroy(error));
  zip.on('error', (error: Error) => output.destroy(error));
  // Level 1 takes half the time of the default. The file is a tenth larger.
  zip.addReadStream(sheet, sheetPart, { ...options, compressionLevel: 1 });
  zip.end();
  try {
    yield* output;
  } finally {
    sheet.destroy();
  }
}
