import { sheetPart, workbookParts } from '@pimento/files/browser';
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js';

const options = {
  // The content security policy forbids workers from `blob:`. The browser's own compression does not block the page.
  useWebWorkers: false,
  /** A fixed time, so that the same products always result in the same file. */
  lastModDate: new Date(2000, 0, 1),
  extendedTimestamp: false,
};

/** Packs the XML of a sheet into a workbook while the XML arrives. @param output receives the bytes of the workbook */
export async function packInBrowser(
  sheet: ReadableStream<Uint8Array<ArrayBuffer>>,
  output: WritableStream<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const zip = new ZipWriter(output, options);
  for (const { name, content } of workbookParts('Products'))
    await zip.add(name, { readable: new Blob([content]).stream() });
  await zip.add(sheetPart, { readable: sheet });
  await zip.close();
}
