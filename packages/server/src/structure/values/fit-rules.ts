import { problem } from '@pimento/contract/problem';
import { shown } from './quoted-text.ts';
import type { Attribute, CompiledAttribute, ValueProblem } from './structure-types.ts';

/** Which value does not fit and why. `at` leads to it: places in lists and storage names, from the outside in. */
export interface Misfit {
  problem: ValueProblem;
  at: (number | string)[];
  misfit: unknown;
}

/** The value in its new shape (undefined: nothing is left to store), or the first one in it that does not fit. */
export type Fit = { value: unknown } | Misfit;

/** What of a changed definition its values are fitted to. */
export type FitTarget = Pick<CompiledAttribute, 'id' | 'typeId' | 'multiValue' | 'judgeText'>;

/**
 * Says whether a stored value fits a changed definition, and what it becomes: a scalar gets an array around it where
 * the attribute becomes multi-valued, an array of one loses it where it becomes single. Texts themselves never change.
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
  for (const [place, text] of texts.entries()) {
    const problem = to.judgeText?.(text);
    if (problem !== undefined) return { problem, at: Array.isArray(stored) ? [place] : [], misfit: text };
  }
  return { value: to.multiValue ? texts : only };
}

/**
 * The same for an attribute inside composites: `storageNames` leads from the rows of the top-level attribute down to it
 * and is empty for a top-level attribute. Rows that do not hold it stay as they are; the first misfit is the answer.
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
  for (const [place, row] of stored.entries()) {
    const fit = convertRow(row, storageName, (value) => convertInside(value, deeper, from, to));
    if ('problem' in fit) return { ...fit, at: [place, ...fit.at] };
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
