import { isRow, type Row } from './row-path.ts';

const maxLetters = 80;

/** Returns the first texts inside rows, cut after `maxLetters` letters, as a summary of the rows. */
export function digestOf(rows: readonly Row[]): string {
  const texts: string[] = [];
  let letters = 0;
  const collect = (value: unknown): void => {
    if (letters > maxLetters) return;
    if (typeof value === 'string') {
      const [line = ''] = value.split('\n', 1);
      texts.push(line);
      letters += line.length + 3;
    } else if (Array.isArray(value)) value.forEach(collect);
    else if (isRow(value)) Object.values(value).forEach(collect);
  };
  collect(rows);
  const text = texts.join(' · ');
  return text.length > maxLetters ? `${text.slice(0, maxLetters)} …` : text;
}
