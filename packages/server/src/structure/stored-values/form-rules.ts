import type { Attribute } from '../values/structure-types.ts';
import { locateValues } from '../values/value-location.ts';
import type { ValueCheck } from './held-value-rules.ts';

/**
 * Lists the conversions that give the stored values of attributes the form that their definitions have now: a list, or a single text. Any
 * text is kept. Definitions that were deleted or became composites have nothing to convert.
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
