import type { StandardCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { json as quoted } from '../text/short-text.ts';

const perhaps = (suggestion: string | null) => (suggestion === null ? '' : ` Did you mean ${quoted(suggestion)}?`);
const items = (count: number, items: string) => `${count.toLocaleString('en')} ${items}`;

export const englishStandards: Pick<ProblemSentences, StandardCode> = {
  'unsupported-format': ({ format, supported }) => `format must be ${quoted(supported)}, not ${quoted(format)}`,
  'unknown-target': ({ target }) => `the standard has no target ${quoted(target)}`,
  'unknown-value-list': ({ list }) => `the standard has no value list ${quoted(list)}`,
  'duplicate-value': {
    value: ({ list, value }) => `the list ${quoted(list)} has the value ${quoted(value)} twice`,
    list: ({ list }) => `there are two value lists ${quoted(list)}`,
  },
  'unknown-unit': ({ unit }) => `there is no unit ${quoted(unit)}`,
  'duplicate-category': ({ category }) => `there are two categories ${quoted(category)}`,
  'unknown-category': {
    product: (p) => `The data standard has no category ${quoted(p.category)}.`,
    standard: ({ category }) => `the standard has no category ${quoted(category)}`,
  },
  'category-cycle': ({ category }) => `the category ${quoted(category)} would be its own ancestor`,
  'invalid-rule': {
    parts: ({ rule, parts }) => `the rule ${quoted(rule)} must have exactly one of ${parts.join(', ')}`,
    duplicate: ({ rule }) => `there are two rules ${quoted(rule)}`,
    'at-least': ({ rule, atLeast, count }) => `the rule ${quoted(rule)} requires ${atLeast} of ${count} targets`,
  },
  'invalid-formula': ({ line, column, reason, replacement }) =>
    `line ${line}, column ${column}: ${reason}${perhaps(replacement)}`,
  'invalid-output': {
    form: (p) => `${quoted(p.attribute)} of type ${p.type} cannot be written as ${p.form}`,
    member: (p) => `${p.member} has no meaning for ${quoted(p.attribute)} of type ${p.type}`,
    template: (p) => `the template of ${quoted(p.attribute)} must contain ${p.part}`,
    'date-pattern': (p) =>
      `the date pattern ${quoted(p.pattern)} of ${quoted(p.attribute)} must contain yyyy, MM, dd, HH, mm or ss`,
  },
  'unknown-member': ({ member, suggestion }) =>
    `${quoted(member)} has no effect here and is only stored.${perhaps(suggestion)}`,
  'many-targets-removed': ({ removed, before }) =>
    `${removed.toLocaleString('en')} of ${items(before, 'targets')} of the previous version no longer exist; mapping entries for them have no effect`,
  'future-effective-from': () => 'effectiveFrom must not be in the future: a version applies immediately',
  'too-many-items': {
    product: (p) => `${quoted(p.attribute)} has ${p.count} values; ${p.max} are allowed.`,
    standard: (p) => `the standard has ${items(p.count, p.items)}; the limit is ${items(p.max, p.items)}`,
    mapping: (p) => `the mapping has ${items(p.count, p.items)}; the limit is ${items(p.max, p.items)}`,
  },
  'unknown-value-map': ({ map }) => `the mapping has no value map ${quoted(map)}`,
  'duplicate-entry': ({ target }) => `the target ${quoted(target)} has two entries for the same categories`,
  'composite-needed': ({ target, member }) => `${member} is only for composites, and ${quoted(target)} is not one`,
  'idle-entry': ({ target, suggestion }) =>
    `the standard has no target ${quoted(target)}; the entry has no effect.${perhaps(suggestion)}`,
  'row-width': ({ table, columns, cells }) =>
    `a row of the table ${quoted(table)} has ${cells} cells; the table has ${columns} columns`,
  'unknown-in-copy': {
    attribute: ({ name, suggestion }) => `you have no attribute ${quoted(name)}.${perhaps(suggestion)}`,
    category: ({ name, suggestion }) => `the channel has no category ${quoted(name)}.${perhaps(suggestion)}`,
    value: ({ name, target, suggestion }) =>
      `${quoted(name)} is not a value of ${quoted(target)} on the channel.${perhaps(suggestion)}`,
  },
  'invalid-standard': ({ count }) =>
    `The data standard has ${count === 1 ? '1 problem' : items(count, 'problems')}; nothing was stored.`,
  'invalid-mapping': ({ count }) =>
    `The mapping has ${count === 1 ? '1 problem' : items(count, 'problems')}; nothing was stored or published.`,
  'unknown-standard': {
    none: ({ channelId }) => `The channel ${quoted(channelId)} has no data standard.`,
    version: ({ channelId, version }) => `The data standard of ${quoted(channelId)} has no version ${version}.`,
    list: ({ channelId, list }) => `The data standard of ${quoted(channelId)} has no value list ${quoted(list)}.`,
  },
  'unknown-mapping': {
    none: ({ channelId }) => `There is no mapping for the channel ${quoted(channelId)}.`,
    version: ({ channelId, version }) => `The mapping for ${quoted(channelId)} has no version ${version}.`,
    map: ({ map }) => `The mapping has no value map ${quoted(map)}.`,
    table: ({ table }) => `The mapping has no table ${quoted(table)}.`,
    import: ({ name }) => `There is no mapping ${quoted(name)}.`,
    'import-version': ({ name, version }) =>
      `The mapping ${quoted(name)} has no version ${version}, or it is no longer kept.`,
  },
  'mapping-not-published': ({ channelId }) => `No mapping is published for the channel ${quoted(channelId)}.`,
};
