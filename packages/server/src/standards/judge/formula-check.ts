import { problem } from '@pimento/contract/problem';
import {
  anyType,
  type AttributeIndex,
  compileFormula,
  type FormulaError,
  type FormulaTree,
  parseFormula,
  SlotTable,
} from '@pimento/formula';
import { sentenceOf } from '@pimento/formula/editor';
import type { SourceProblem } from './standard-source.ts';

/** Converts an error in a formula to a problem of the document. */
export function formulaProblem({ code, params, span, replacement }: FormulaError): SourceProblem {
  return problem('invalid-formula', {
    line: span.line,
    column: span.column,
    reason: sentenceOf({ code, params }, 'en'),
    error: { code, params },
    replacement: replacement ?? null,
  });
}

export type FormulaVerdict = { tree: FormulaTree; errors: [] } | { tree: undefined; errors: FormulaError[] };

/**
 * Errors that depend on which attributes exist and on their types. They are ignored in formulas over attributes of clients, which are not
 * known yet.
 */
const ofAttributes: ReadonlySet<string> = new Set([
  'unknown-attribute',
  'ambiguous-name',
  'unknown-child',
  'wrong-type',
]);

/** Returns true for a problem of a formula that may be caused by the definition of an attribute. */
export function isAboutName({ code, params }: SourceProblem): boolean {
  const error = code === 'invalid-formula' ? params?.['error'] : undefined;
  return typeof error === 'object' && error !== null && 'code' in error && ofAttributes.has(String(error.code));
}

/** Judges a condition, a formula over targets. Refuses formulas whose result is a list, or a value that can be neither true nor false. */
export function judgeCondition(text: string, attributes: AttributeIndex): FormulaVerdict {
  const parsed = parseFormula(text);
  if ('error' in parsed) return { tree: undefined, errors: [parsed.error] };
  const { formula, errors } = compileFormula(parsed.tree, { attributes, slots: new SlotTable() });
  if (formula === undefined) return { tree: undefined, errors };
  const { kinds, isList } = formula.type;
  if (isList !== true && (kinds.length === 0 || kinds.includes('truth'))) return { tree: parsed.tree, errors: [] };
  const { span } = parsed.tree.body;
  const params = { expected: 'truth', actual: isList === true ? 'list' : (kinds[0] ?? 'empty') };
  return { tree: undefined, errors: [{ code: 'wrong-type', params, span }] };
}

/**
 * Judges a formula over the attributes of clients. These attributes are not known yet, so their names are not judged.
 * @param isInComposite true if the formula belongs to a child of a composite, where `it` is the current row
 */
export function judgeOpenFormula(text: string, attributes: AttributeIndex, isInComposite: boolean): FormulaVerdict {
  const parsed = parseFormula(text);
  if ('error' in parsed) return { tree: undefined, errors: [parsed.error] };
  const element = isInComposite ? { element: { ...anyType, isList: false } } : {};
  const { errors } = compileFormula(parsed.tree, { attributes, slots: new SlotTable(), ...element });
  const own = errors.filter(({ code }) => !ofAttributes.has(code));
  return own.length === 0 ? { tree: parsed.tree, errors: [] } : { tree: undefined, errors: own };
}
