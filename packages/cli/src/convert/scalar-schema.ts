import { listOf } from './conversion.ts';
import type { SchemaNode } from './schema-node.ts';
import { limitsOf, restrictionOf, type ScalarTarget } from './scalar-target.ts';
import { textTarget } from './text-schema.ts';

const numberLimits: Record<string, string> = { minimum: 'minValue', maximum: 'maxValue' };

/**
 * Returns the type of a schema, or the first type other than `null` if `type` is a list. If the keyword `type` is missing, derives the type
 * from other keywords. Returns undefined if they determine no type.
 */
export function typeOf({ members }: SchemaNode): string | undefined {
  const { type } = members;
  if (Array.isArray(type)) return type.find((one): one is string => typeof one === 'string' && one !== 'null');
  if (typeof type === 'string') return type;
  if ('properties' in members) return 'object';
  if ('items' in members) return 'array';
  const values = 'const' in members ? [members['const']] : listOf(members['enum']);
  const value = values.find((one) => one !== null);
  return value === undefined ? undefined : typeof value;
}

/** Converts a schema of a string, a number or a boolean. */
export function scalarTarget(node: SchemaNode): ScalarTarget {
  const type = typeOf(node);
  if (type === 'boolean') return { typeId: 'boolean', restriction: {}, untranslated: [] };
  if (type === 'integer' || type === 'number') return numberTarget(node, type);
  return textTarget(node);
}

function numberTarget({ members }: SchemaNode, type: 'integer' | 'number'): ScalarTarget {
  const untranslated: ScalarTarget['untranslated'] = [];
  const parameters = limitsOf(members, numberLimits);
  const step = members['multipleOf'];
  const decimals = typeof step === 'number' && Number.isInteger(Math.log10(step)) ? -Math.log10(step) : undefined;
  if (decimals !== undefined && decimals > 0) parameters['maxDecimals'] = decimals;
  else if (step !== undefined && !(type === 'integer' && step === 1))
    untranslated.push({ keyword: 'multipleOf', reason: 'numbers are not restricted to multiples' });
  for (const keyword of ['enum', 'const'])
    if (keyword in members) untranslated.push({ keyword, reason: 'only texts have lists of values' });
  const typeId = type === 'integer' ? 'integer' : 'decimal';
  return { typeId, restriction: restrictionOf(parameters, []), output: { as: 'number' }, untranslated };
}
