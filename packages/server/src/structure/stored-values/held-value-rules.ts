import { isDeepStrictEqual } from 'node:util';
import type { JudgedDefinition } from '../definitions/definition-types.ts';
import { convertInside, type FitTarget } from '../values/fit-rules.ts';
import { excerpt } from '../values/quoted-text.ts';
import type { Attribute } from '../values/structure-types.ts';
import { locateValues, pointerToValue, type ValueLocation } from '../values/value-location.ts';
import { compileJudge } from '../values/value-rules.ts';

/** A changed definition whose stored values must be checked or converted. `index` is its index in the payload or in the list of keys. */
export interface ValueCheck {
  index: number;
  location: ValueLocation;
  from: Pick<Attribute, 'typeId' | 'multiValue'>;
  to: FitTarget & Pick<Attribute, 'key' | 'restriction'>;
}

/** An invalid stored value, prepared for display. `path` is a JSON Pointer into the product, and a long `value` is shortened. */
export interface ValueMisfit {
  index: number;
  path: string;
  value: string;
  code: string;
  reason: string;
  /** Parameters of the message in `reason`. */
  params: Record<string, unknown>;
}

/**
 * The converted and invalid values of one product. Each element of `changes` has the form of a history entry. `new` is absent if no value
 * is left.
 */
export interface FittedValues {
  changes: { attribute: string; old: unknown; new?: unknown }[];
  misfits: ValueMisfit[];
}

/** Maximum number of characters that are shown of an invalid value. */
const maxShown = 200;

/**
 * Lists the changed definitions whose stored values may be invalid or need conversion.
 * @param byKey all definitions of the client after the change
 */
export function listValueChecks(
  definitions: readonly JudgedDefinition[],
  byKey: ReadonlyMap<string, Attribute>,
): ValueCheck[] {
  return definitions.flatMap(({ index, attribute, previous, change }) => {
    if (previous === undefined || change === undefined) return [];
    if (!change.typeChange && !change.multiValueChange && !change.restrictionChange) return [];
    const to = { ...attribute, judgeText: compileJudge(attribute) };
    const wasComposite = previous.typeId === 'composite';
    const isComposite = attribute.typeId === 'composite';
    if (wasComposite && isComposite) return [];
    const fitsAll = to.judgeText === undefined && !change.multiValueChange && wasComposite === isComposite;
    return fitsAll ? [] : [{ index, location: locateValues(attribute, byKey), from: previous, to }];
  });
}

/** Converts the values of one product to the changed definitions. The values are keyed by the id of the top-level attribute. */
export function fitValues(held: ReadonlyMap<string, unknown>, checks: readonly ValueCheck[]): FittedValues {
  const values = new Map(held);
  const misfits: ValueMisfit[] = [];
  for (const check of checks) {
    const { location, from, to } = check;
    if (!held.has(location.rootId)) continue;
    const fit = convertInside(values.get(location.rootId), location.storageNames, from, to);
    if ('problem' in fit) {
      misfits.push({
        index: check.index,
        path: pointerToValue(location, fit.at),
        value: excerpt(typeof fit.misfit === 'string' ? fit.misfit : JSON.stringify(fit.misfit), maxShown),
        code: fit.problem.code,
        reason: fit.problem.message,
        params: fit.problem.params,
      });
    } else if (from.multiValue !== to.multiValue) values.set(location.rootId, fit.value);
  }
  const changes = [...values].flatMap(([attribute, value]) => {
    const old = held.get(attribute);
    if (isDeepStrictEqual(value, old)) return [];
    return [{ attribute, old, ...(value === undefined ? {} : { new: value }) }];
  });
  return { changes, misfits };
}
