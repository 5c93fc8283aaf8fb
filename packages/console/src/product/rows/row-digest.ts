import { cutText } from '../../session/labels/cut-text.ts';
import { isRow, type Row } from './row-path.ts';
import { childOf, type ShownBy } from './shown-rows.ts';

const maxLetters = 80;

/** Returns the first texts inside rows, as users see them, cut after `maxLetters` letters, as a summary of the rows. */
export function digestOf(rows: readonly Row[], by: ShownBy): string {
  const texts: string[] = [];
  let letters = 0;
  const collect = (value: unknown, from: ShownBy): void => {
    if (letters > maxLetters) return;
    if (typeof value === 'string') {
      const [line = ''] = from.show(value, from.definition).split('\n', 1);
      texts.push(line);
      letters += line.length + 3;
    } else if (Array.isArray(value)) for (const item of value) collect(item, from);
    else if (isRow(value))
      for (const [name, inner] of Object.entries(value)) collect(inner, { ...from, definition: childOf(from, name) });
  };
  collect(rows, by);
  const text = texts.join(' · ');
  return cutText(text, maxLetters);
}
