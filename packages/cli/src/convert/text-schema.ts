import { type Attribute, listOf, textOf } from './conversion.ts';
import { limitsOf, restrictionOf, type ScalarTarget } from './scalar-target.ts';
import type { SchemaNode } from './schema-node.ts';

const formats: Record<string, Attribute['type']['id']> = {
  date: 'date',
  'date-time': 'date',
  uri: 'url',
  iri: 'url',
  url: 'url',
};
const textLimits: Record<string, string> = { minLength: 'minLength', maxLength: 'maxLength' };
/** Parts of a pattern that RE2 does not support. */
const foreignPattern = /\(\?(?:=|!|<=|<!)|\\[1-9]/;

export function textTarget({ members }: SchemaNode): ScalarTarget {
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
