import { problem } from '@pimento/contract/problem';
import { shown } from './quoted-text.ts';
import type { Attribute, CompiledAttribute, ValueProblem } from './structure-types.ts';

/**
 * An invalid value and the reason. `at` is the path of the value, which consists of list indexes and storage names, from the outside in.
 */
export interface Misfit {
  problem: ValueProblem;
  at: (number | string)[];
  misfit: unknown;
}

/** The converted value (undefined: nothing to store), or its first invalid part. */
export type Fit = { value: unknown } | Misfit;

/** The parts of a changed definition that determine whether values are still valid. */
export type FitTarget = Pick<CompiledAttribute, 'id' | 'typeId' | 'multiValue' | 'judgeText'>;

/**
 * Converts a stored value to the form that a changed definition requires, if the value is valid under this definition. If the attribute
 * becomes multi-value, a scalar becomes an array of one. If it becomes single-value, an array of one becomes its element. Texts never
 * change.
 */
export function convertValue(stored: unknown, from: Pick<Attribute, 'typeId' | 'multiValue'>, to: FitTarget): Fit {
  if (stored === undefined || stored === null) return { value: undefined };
  if (from.typeId === 'composite' && to.typeId === 'composite') return { value: stored };
  const values: unknown[] = Array.isArray(stored) ? stored : [stored];
  if (values.length === 0) return { value: undefined };
  const texts = values.filter((value) => typeof value === 'string');
  const attribute = shown(to.id);
  if (to.typeId === 'composite') {
    return misfit(problem('expected-rows', { attribute }), stored);
  }
  if (texts.length < values.length) {
    return misfit(problem('expected-scalar', { kind: 'rows-into-value', attribute }), stored);
  }
  const [only] = texts;
  if (!to.multiValue && texts.length > 1) {
    return misfit(problem('several-values', { attribute, count: texts.length }), stored);
  }
  for (const [index, text] of texts.entries()) {
    const problem = to.judgeText?.(text);
    if (problem !== undefined) return { problem, at: Array.isArray(stored) ? [index] : [], misfit: text };
  }
  return { value: to.multiValue ? texts : only };
}

/**
 * Converts the values of an attribute inside composites. Rows without a value do not change. Returns the first invalid value, if any.
 * @param storageNames the path from the rows of the top-level attribute down to this attribute; empty for a top-level attribute
 */
export function convertInside(
  stored: unknown,
  storageNames: readonly string[],
  from: Pick<Attribute, 'typeId' | 'multiValue'>,
  to: FitTarget,
): Fit {
  const [storageName, ...deeper] = storageNames;
  if (storageName === undefined) return convertValue(stored, from, to);
  if (!Array.isArray(stored)) return { value: stored };
  const rows: unknown[] = [];
  for (const [index, row] of stored.entries()) {
    const fit = convertRow(row, storageName, (value) => convertInside(value, deeper, from, to));
    if ('problem' in fit) return { ...fit, at: [index, ...fit.at] };
    rows.push(fit.value);
  }
  return { value: rows };
}

function convertRow(row: unknown, storageName: string, convert: (value: unknown) => Fit): Fit {
  if (typeof row !== 'object' || row === null || !Object.hasOwn(row, storageName)) return { value: row };
  const cells = new Map<string, unknown>(Object.entries(row));
  const fit = convert(cells.get(storageName));
  if ('problem' in fit) return { ...fit, at: [storageName, ...fit.at] };
  if (fit.value === undefined) cells.delete(storageName);
  else cells.set(storageName, fit.value);
  return { value: Object.fromEntries(cells) };
}

const misfit = (problem: ValueProblem, value: unknown): Misfit => ({ problem, at: [], misfit: value });
