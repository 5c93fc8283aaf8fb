import type { CellFault } from '../rows-types.ts';
import { withoutEscapes } from './escaped-text.ts';
import type { NumberFormat } from './number-format.ts';
import { numberText } from './number-text.ts';
import type { SharedStrings } from './shared-strings.ts';

/** The data that the cells of a sheet refer to. */
export interface CellContext {
  strings: SharedStrings | undefined;
  styles: readonly NumberFormat[];
  is1904: boolean;
}

/** A cell in the form in which the sheet stores it. */
export interface RawCell {
  type: string;
  style: number;
  value: string;
  hasValue: boolean;
  hasFormula: boolean;
}

export type CellContent = { text: string } | { fault: CellFault['code']; value: string };

const general: NumberFormat = { kind: 'general' };

/** Returns the text that a cell shows, or the reason why it cannot be used. The text of a formula is its stored result. */
export function readCell(cell: RawCell, context: CellContext): CellContent {
  const { type, value } = cell;
  if (type === 'inlineStr') return { text: withoutEscapes(value) };
  if (!cell.hasValue) return cell.hasFormula ? { fault: 'formula-without-result', value: '' } : { text: '' };
  if (type === 's') {
    const text = context.strings?.get(Number(value));
    return text === undefined ? { fault: 'cell-error', value } : { text };
  }
  if (type === 'str' || type === 'd') return { text: withoutEscapes(value) };
  if (type === 'b') return { text: value === '1' || value === 'true' ? 'true' : 'false' };
  if (type === 'e') return { fault: 'cell-error', value };
  const read = numberText(value, context.styles[cell.style] ?? general, context.is1904);
  return 'text' in read ? read : { fault: read.fault, value };
}
