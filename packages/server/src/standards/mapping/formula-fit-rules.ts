import type { TargetTypeId } from '@pimento/contract';
import type { CompiledFormula, FormulaError, FormulaTree } from '@pimento/formula';

type Type = CompiledFormula['type'];
type Kind = Type['kinds'][number];

const scalars: readonly Kind[] = ['text', 'number', 'truth', 'date', 'quantity', 'money', 'asset'];

/** For each type, the kinds of formula values that can be converted to it. Texts are parsed. */
const kindsOf: Record<TargetTypeId, readonly Kind[]> = {
  string: scalars,
  reference: scalars,
  gtin: ['text', 'number'],
  url: ['text', 'asset'],
  integer: ['text', 'number', 'quantity'],
  decimal: ['text', 'number', 'quantity', 'money'],
  fraction: ['text', 'number', 'quantity'],
  boolean: ['text', 'truth'],
  date: ['text', 'date'],
  quantity: ['text', 'number', 'quantity'],
  money: ['text', 'number', 'money'],
  asset: ['text', 'asset'],
  composite: [...scalars, 'row'],
};

/**
 * Judges whether the result of a formula can become a value of a target. A formula that is always empty fits every target.
 * @returns undefined if it can, otherwise the error
 */
export function judgeFit(
  type: Type,
  target: TargetTypeId,
  { body }: Pick<FormulaTree, 'body'>,
): FormulaError | undefined {
  const allowed = kindsOf[target];
  if (type.kinds.length === 0 || type.kinds.some((kind) => allowed.includes(kind))) return undefined;
  const params = { expected: target, actual: type.kinds[0] ?? 'empty' };
  return { code: 'wrong-type', params, span: body.span };
}

/** Judges whether the result of a formula can be a truth value. @returns undefined if it can, otherwise the error */
export function judgeTruth(type: Type, { body }: Pick<FormulaTree, 'body'>): FormulaError | undefined {
  const isTruth = type.isList !== true && (type.kinds.length === 0 || type.kinds.includes('truth'));
  if (isTruth) return undefined;
  const actual = type.isList === true ? 'list' : (type.kinds[0] ?? 'empty');
  return { code: 'wrong-type', params: { expected: 'truth', actual }, span: body.span };
}
