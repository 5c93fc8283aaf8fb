import type { DataStandard } from '@pimento/contract';
import { allowedValues, isRequired, limitOf, type Target, targetsIn } from './standard-targets.ts';

/**
 * Returns the faults of values in the channel shape: unknown targets, missing targets, lists with a wrong number of values, and values that
 * have a wrong type or length, are out of range, or are not in their list. This is an independent check of the simplest rules. The service
 * checks all rules.
 */
export function judgeValues(standard: DataStandard, values: unknown): string[] {
  return judgeMembers(standard, undefined, values, '');
}

function judgeMembers(standard: DataStandard, parent: Target | undefined, values: unknown, place: string): string[] {
  if (!isObject(values)) return [`${place || 'values'} is not an object`];
  const targets = targetsIn(standard, parent);
  const known = new Map(targets.map((target) => [target.id, target]));
  const unknown = Object.keys(values).filter((id) => !known.has(id));
  const missing = targets.filter((target) => isRequired(target) && !Object.hasOwn(values, target.id));
  return [
    ...unknown.map((id) => `${place}${id} is not a target of the standard`),
    ...missing.map(({ id }) => `${place}${id} is required`),
    ...targets
      .filter(({ id }) => Object.hasOwn(values, id))
      .flatMap((target) => judgeTarget(standard, target, values[target.id], `${place}${target.id}`)),
  ];
}

function judgeTarget(standard: DataStandard, target: Target, value: unknown, place: string): string[] {
  if (target.type.multiValue !== true) return judgeOne(standard, target, value, place);
  if (!Array.isArray(value)) return [`${place} is not a list`];
  const { minItems = 0, maxItems = Infinity } = target;
  const isCounted = value.length >= minItems && value.length <= maxItems;
  return [
    ...(isCounted ? [] : [`${place} has ${value.length} values`]),
    ...value.flatMap((one: unknown, index) => judgeOne(standard, target, one, `${place}[${index}]`)),
  ];
}

function judgeOne(standard: DataStandard, target: Target, value: unknown, place: string): string[] {
  if (target.type.id === 'composite') return judgeMembers(standard, target, value, `${place}/`);
  const fault =
    faultOfForm(target, value) ?? (typeof value === 'string' ? faultOfText(standard, target, value) : undefined);
  return fault === undefined ? [] : [`${place} ${fault}`];
}

function faultOfForm({ type, output = {} }: Target, value: unknown): string | undefined {
  const { as = type.id === 'boolean' && output.booleans === undefined ? 'boolean' : 'text' } = output;
  if (as === 'object') return isObject(value) ? undefined : 'is not an object';
  const wanted = as === 'text' ? 'string' : as;
  return typeof value === wanted ? undefined : `is not of the type ${as}`;
}

const forms: Partial<Record<Target['type']['id'], RegExp>> = {
  integer: /^-?\d+$/,
  decimal: /^-?\d+(\.\d+)?$/,
  gtin: /^\d{8,14}$/,
  url: /^https?:\/\/\S+$/,
};

function faultOfText(standard: DataStandard, target: Target, value: string): string | undefined {
  const form = target.output === undefined ? forms[target.type.id] : undefined;
  if (form !== undefined && !form.test(value)) return `is not of the type ${target.type.id}: ${JSON.stringify(value)}`;
  const allowed = allowedValues(standard, target);
  if (allowed !== undefined && !allowed.includes(value)) return `is not in its list: ${JSON.stringify(value)}`;
  const { length } = Array.from(value);
  const [min, max] = [limitOf(target, 'minLength') ?? 0, limitOf(target, 'maxLength') ?? Infinity];
  if (length < min || length > max) return `has ${length} characters`;
  const maxBytes = limitOf(target, 'maxBytes') ?? Infinity;
  if (Buffer.byteLength(value) > maxBytes) return `has ${Buffer.byteLength(value)} bytes`;
  if (target.type.id !== 'integer' && target.type.id !== 'decimal') return undefined;
  const isInRange =
    Number(value) >= (limitOf(target, 'minValue') ?? -Infinity) &&
    Number(value) <= (limitOf(target, 'maxValue') ?? Infinity);
  return isInRange ? undefined : `is out of range: ${value}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
