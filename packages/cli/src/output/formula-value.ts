import { isList, type Problem, type Result, Row, toText } from '@pimento/formula';

export type PrintedValue = string | boolean | null | { [name: string]: unknown } | PrintedValue[];

/** Returns the result of a formula as JSON. Numbers become strings, so that no digit is lost. */
export function formulaValue(result: Exclude<Result, Problem>): PrintedValue {
  if (result === undefined) return null;
  if (typeof result === 'boolean') return result;
  if (isList(result)) return result.map((one) => formulaValue(one));
  if (result instanceof Row) return { ...result.cells };
  const text = toText(result);
  return typeof text === 'string' ? text : null;
}
