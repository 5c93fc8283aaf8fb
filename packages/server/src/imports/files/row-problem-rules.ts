import type { ItemProblem } from '@pimento/contract';
import { columnLetters, type RowProblem } from '@pimento/files';
import { toStorableText } from '../../platform/core.ts';
import { productProblem } from '../judge/judge-context.ts';

const kinds = [
  'cell-error',
  'formula-without-result',
  'digits-lost',
  'text-after-quote',
  'date-impossible',
  'scientific-notation',
  'number-unreadable',
  'date-unreadable',
  'cell-without-header',
  'row-number-invalid',
  'row-number-missing',
  'rows-differ',
  'rows-apart',
  'row-number-gap',
  'text-for-rows',
  'several-values',
  'group-unreadable',
  'id-repeated',
] as const;

/** Kinds of problems whose messages do not contain the value. */
const plainKinds = ['rows-for-text', 'name-repeated', 'group-too-large', 'row-deletes'] as const;

const sentenceOf = (message: string) => message.replace(/^(?:Row|Line) \d+[^:]*: /, '');

function codedProblem(
  { code, value = '', firstRow = 0, message }: RowProblem,
  at: { path: string; index: number },
): ItemProblem {
  if (code === 'id-missing') return productProblem('id-cell-empty', {}, at);
  if (code === 'product-too-large') return productProblem('unusable-cell', { kind: code }, at);
  if (code === 'row-repeated') return productProblem('unusable-cell', { kind: code, value, firstRow }, at);
  const plain = plainKinds.find((known) => known === code);
  if (plain !== undefined) return productProblem('unusable-cell', { kind: plain }, at);
  const kind = kinds.find((known) => known === code);
  if (kind === undefined) return productProblem('unusable-cell', { kind: 'other', reason: sentenceOf(message) }, at);
  return productProblem('unusable-cell', { kind, value }, at);
}

/** Converts a problem of a row to a problem of an import. @param index index of the product in the import */
export function rowItemProblem(
  problem: RowProblem,
  { index, sheet, productId }: { index: number; sheet: string | undefined; productId: unknown },
): ItemProblem {
  const { row, column, header, value } = problem;
  const isNamed = typeof productId === 'string' && productId !== '';
  return {
    ...codedProblem(problem, { path: `/products/${index}`, index }),
    ...(isNamed ? { productId: toStorableText(productId.slice(0, 255)) } : {}),
    cell: {
      sheet: sheet ?? null,
      row,
      column: column === undefined ? null : columnLetters(column),
      header: header === undefined || header === '' ? null : toStorableText(header),
      value: value === undefined || value === '' ? null : toStorableText(value),
    },
  };
}
