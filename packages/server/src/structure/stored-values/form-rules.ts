import type { Attribute } from '../values/structure-types.ts';
import { locateValues } from '../values/value-location.ts';
import type { ValueCheck } from './held-value-rules.ts';

/**
 * Lists the conversions of stored values to the form that the current definitions require: a list or a single text. Texts are not
 * validated. Attributes that were deleted or became composites need no conversion.
 * @param byKey all definitions of the client
 */
export function listFormChecks(keys: readonly string[], byKey: ReadonlyMap<string, Attribute>): ValueCheck[] {
  return keys.flatMap((key, index) => {
    const attribute = byKey.get(key);
    if (attribute === undefined || attribute.typeId === 'composite') return [];
    const from = { typeId: attribute.typeId, multiValue: !attribute.multiValue };
    return [{ index, location: locateValues(attribute, byKey), from, to: { ...attribute, judgeText: undefined } }];
  });
}
