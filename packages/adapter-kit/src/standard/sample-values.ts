import type { DataStandard, Product } from '@pimento/contract';
import { allowedValues, isRequired, limitOf, type Target, targetsIn } from './standard-targets.ts';
import { judgeValues } from './value-rules.ts';

/**
 * Returns values of a product in the channel shape, for tests. A target gets the product's value with the same id. If there is none and the
 * `defaultFormula` of the target is only an attribute, the target gets the value of this attribute. Other formulas are not computed. If the
 * value is missing or invalid, or if the target is a composite, a required target gets an example, and an optional one is omitted.
 */
export function sampleValues(standard: DataStandard, product: Product): Record<string, unknown> {
  const values = targetsIn(standard).flatMap((target) => {
    const found = memberOf(target, product);
    // omits all other targets, so that only this value is judged
    const alone: DataStandard = {
      ...standard,
      attributes: (standard.attributes ?? []).filter((one) => one === target),
    };
    const isValid =
      found !== undefined && target.type.id !== 'composite' && judgeValues(alone, { [target.id]: found }).length === 0;
    const value = isValid ? found : isRequired(target) ? exampleOf(standard, target) : undefined;
    return value === undefined ? [] : [[target.id, value] as const];
  });
  return Object.fromEntries(values);
}

function memberOf({ id, defaultFormula }: Target, product: Product): unknown {
  if (Object.hasOwn(product, id)) return product[id];
  const name = /^(?:(\w+)|\[([^\]]+)\])$/.exec(defaultFormula?.trim() ?? '');
  const named = name?.[1] ?? name?.[2];
  return named !== undefined && Object.hasOwn(product, named) ? product[named] : undefined;
}

function exampleOf(standard: DataStandard, target: Target): unknown {
  const one = target.type.id === 'composite' ? rowOf(standard, target) : scalarOf(standard, target);
  if (one === undefined || target.type.multiValue !== true) return one;
  return Array.from({ length: Math.max(1, target.minItems ?? 1) }, () => one);
}

function rowOf(standard: DataStandard, target: Target): Record<string, unknown> {
  const children = targetsIn(standard, target).filter(isRequired);
  return Object.fromEntries(children.map((child) => [child.id, exampleOf(standard, child)]));
}

function scalarOf(standard: DataStandard, target: Target): unknown {
  const { type, output = {}, units = [] } = target;
  const amount = String(limitOf(target, 'minValue') ?? 1);
  const unit = output.unit ?? units[0] ?? 'g';
  if (output.as === 'number') return Number(amount);
  if (output.as === 'object')
    return type.id === 'money' ? { amount: Number(amount), currency: 'EUR' } : { value: Number(amount), unit };
  switch (type.id) {
    case 'boolean':
      return output.booleans?.true ?? true;
    case 'integer':
    case 'decimal':
    case 'fraction':
      return amount;
    case 'money':
      return `${amount} EUR`;
    case 'quantity':
      return `${amount} ${unit}`;
    case 'date':
      return '2026-01-31';
    case 'gtin':
      return '4006381333931';
    case 'url':
      return 'https://example.com/';
    // undefined, because the simulator has no files
    case 'asset':
      return undefined;
    default:
      return (
        allowedValues(standard, target)?.[0] ??
        'example'.padEnd(limitOf(target, 'minLength') ?? 0, '-').slice(0, limitOf(target, 'maxLength'))
      );
  }
}
