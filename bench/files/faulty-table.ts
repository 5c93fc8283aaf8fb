import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** Number of bad rows in a table. */
export const badRows = 37;

/** Definitions of the attributes in two columns of the table. */
export const faultyDefinitions = [
  { id: 'Gewicht', name: 'Gewicht', type: { id: 'decimal', multiValue: false } },
  { id: 'Datum', name: 'Datum', type: { id: 'date', multiValue: false } },
];

/** Writes a CSV table with `badRows` bad rows at equal distances. In turn, they have an invalid number, an invalid date or no id. */
export async function writeFaultyTable(path: string, count: number): Promise<void> {
  const step = Math.floor(count / badRows);
  const out = createWriteStream(path, { highWaterMark: 1 << 20 });
  out.write('sku;Gewicht;Datum;text\n');
  for (let index = 0; index < count; index += 1) {
    const fault = index % step === 0 && index / step < badRows ? (index / step) % 3 : -1;
    const weight = fault === 0 ? 'viel' : '4,20';
    const date = fault === 1 ? 'gestern' : '2026-01-31';
    if (!out.write(`${fault === 2 ? '' : `p${index}`};${weight};${date};${'x'.repeat(60)}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

/**
 * Corrects the rows of an error file, as a person would. Replaces the invalid numbers and dates, and adds the missing ids. Keeps the
 * columns with the reasons.
 * @returns number of rows of the error file
 */
export async function correctErrors(path: string): Promise<number> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n');
  // the first column after the columns of the table contains the number of the row
  const withIds = lines.map((line) =>
    line.replace(/^;(.*?;.*?;.*?);(\d+);/, (_all, cells, row) => `p${row - 2};${cells};${row};`),
  );
  await writeFile(path, withIds.join('\r\n').replaceAll('viel', '9,00').replaceAll('gestern', '2026-02-01'));
  return lines.length - 1;
}
