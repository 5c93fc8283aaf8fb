import { type NumberFormat, numberFormatOf } from './number-format.ts';
import { readXml } from './xml-part.ts';

/** Reads the number format of each cell style. The index is the number of the style. */
export async function readStyles(bytes: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isCells = false;
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells) ids.push(Number(attributes['numFmtId'] ?? 0));
    },
    text: () => undefined,
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  // thousands of styles can share a code of megabytes
  const formats = new Map([...new Set(ids)].map((id) => [id, numberFormatOf(id, codes.get(id))]));
  return ids.map((id) => formats.get(id) ?? numberFormatOf(id, codes.get(id)));
}
