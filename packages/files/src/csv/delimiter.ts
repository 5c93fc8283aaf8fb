import { readFirstCsvRows } from './csv-rows.ts';

const candidates = [',', ';', '\t', '|'];
const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' };

export interface FoundDelimiter {
  delimiter: string;
  reason: string;
}

/**
 * Returns the share of rows that have the most frequent number of columns, and this number.
 * @throws FileError if quotes make the rows unreadable
 */
function judgeRows(text: string, delimiter: string, isWhole: boolean): { share: number; width: number } {
  const rows = readFirstCsvRows(text, delimiter, isWhole).map(({ cells }) => cells.length);
  const counts = new Map<number, number>();
  for (const width of rows) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, count] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [1, 0]);
  return { share: rows.length === 0 ? 0 : count / rows.length, width };
}

/**
 * Detects the delimiter of a CSV file, which is the character that splits most rows into the same number of columns. A first line such as
 * `sep=;`, which Excel recognises, takes precedence.
 * @param text the beginning of the file, without a byte order mark
 * @throws FileError if no delimiter was found and quotes make the rows unreadable with a delimiter that occurs in the header
 */
export function detectDelimiter(text: string, isWhole: boolean): FoundDelimiter {
  const stated = /^"?sep=(.)"?(?:\r|\n)/.exec(text)?.[1];
  if (stated !== undefined) return { delimiter: stated, reason: `the first line states sep=${stated}` };
  let best = { delimiter: ',', score: 0, width: 1 };
  const header = text.split(/[\r\n]/, 1)[0] ?? '';
  const errors: unknown[] = [];
  for (const delimiter of candidates) {
    try {
      const { share, width } = judgeRows(text, delimiter, isWhole);
      const score = width > 1 ? share + Math.min(width, 50) / 200 : 0;
      if (score > best.score) best = { delimiter, score, width };
    } catch (error) {
      if (header.includes(delimiter)) errors.push(error);
    }
  }
  const name = names[best.delimiter] ?? best.delimiter;
  if (best.score === 0 && errors.length > 0) throw errors[0];
  if (best.score === 0) return { delimiter: ',', reason: 'no delimiter found, so one column' };
  return { delimiter: best.delimiter, reason: `${name} splits the rows into ${best.width} columns` };
}
