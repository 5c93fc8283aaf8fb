import { type Attribute, listOf, textOf, type ValueList } from './conversion.ts';
import type { SchemaNode } from './schema-node.ts';

/** What a schema of a single value becomes. */
export interface ScalarTarget {
  typeId: Attribute['type']['id'];
  restriction: NonNullable<Attribute['restriction']>;
  output?: NonNullable<Attribute['output']>;
  defaultFormula?: string;
  values?: NonNullable<ValueList['values']>;
  /** Keywords that the target does not express. */
  untranslated: { keyword: string; reason: string }[];
}

const formats: Record<string, Attribute['type']['id']> = {
  date: 'date',
  'date-time': 'date',
  uri: 'url',
  iri: 'url',
  url: 'url',
};
const numberLimits: Record<string, string> = { minimum: 'minValue', maximum: 'maxValue' };
const textLimits: Record<string, string> = { minLength: 'minLength', maxLength: 'maxLength' };
/** Parts of a pattern that RE2 does not have. */
const foreignPattern = /\(\?(?:=|!|<=|<!)|\\[1-9]/;

/** Returns the type of a schema without `null`. */
export function typeOf({ members }: SchemaNode): string | undefined {
  const { type } = members;
  if (Array.isArray(type)) return type.find((one): one is string => typeof one === 'string' && one !== 'null');
  if (typeof type === 'string') return type;
  if ('properties' in members) return 'object';
  if ('items' in members) return 'array';
  const value: unknown = 'const' in members ? members['const'] : listOf(members['enum'])[0];
  return value === undefined ? undefined : typeof value;
}

/** Converts a schema of a text, a number or a truth value. */
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

function textTarget({ members }: SchemaNode): ScalarTarget {
  const untranslated: ScalarTarget['untranslated'] = [];
  const format = textOf(members['format']);
  const typeId = format === undefined ? 'string' : (formats[format] ?? 'string');
  if (format !== undefined && formats[format] === undefined)
    untranslated.push({ keyword: 'format', reason: `the format ${format} is not checked` });
  const patterns = [members, ...listOf(members['allOf'])].flatMap((part) =>
    typeof part === 'object' && part !== null && 'pattern' in part ? [textOf(part.pattern) ?? ''] : [],
  );
  const usable = typeId === 'string' ? patterns.filter((one) => one !== '' && !foreignPattern.test(one)) : [];
  if (usable.length < patterns.length)
    untranslated.push({
      keyword: 'pattern',
      reason: 'the pattern has parts that RE2 does not have, or another type checks the value',
    });
  const fixed = textOf(members['const']);
  const listed = fixed === undefined ? listOf(members['enum']) : [fixed];
  const texts = listed.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 1000);
  if (texts.length < listed.filter((one) => one !== null).length)
    untranslated.push({ keyword: 'enum', reason: 'only texts from 1 to 1,000 characters are values of a list' });
  return {
    typeId,
    restriction: restrictionOf(limitsOf(members, textLimits), usable),
    ...(fixed !== undefined && { defaultFormula: JSON.stringify(fixed) }),
    ...(texts.length > 0 && { values: [...new Set(texts)].map((value) => ({ value })) }),
    untranslated,
  };
}

/** Returns limits as texts, so that no digit is lost. */
function limitsOf(members: Record<string, unknown>, names: Record<string, string>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([keyword, name]) => {
      const limit = members[keyword];
      if (typeof limit !== 'number') return [];
      return [[name, name.endsWith('Length') ? limit : String(limit)]];
    }),
  );
}

function restrictionOf(
  parameters: Record<string, string | number>,
  patterns: readonly string[],
): NonNullable<Attribute['restriction']> {
  return {
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(patterns.length > 0 && { patterns: [...patterns] }),
  };
}
