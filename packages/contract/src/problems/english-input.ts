import type { InputCode, InputFault, QueryFault } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { requirementSentence } from './requirement.ts';
import { json } from '../text/short-text.ts';

const units: Record<string, [one: string, many: string] | undefined> = {
  string: ['character', 'characters'],
  file: ['byte', 'bytes'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
};
const types: Record<string, string | undefined> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const typeName = (type: string) => types[type] ?? type;

const formats: Record<string, string | undefined> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'a time like 2026-01-31T12:00:00Z',
  date: 'a date like 2026-01-31',
  time: 'a time like 06:30',
};

function limitFault(fault: {
  rule: 'too-small' | 'too-big' | 'exactly';
  of: string;
  limit: string;
  inclusive: boolean;
}) {
  const bounds = fault.inclusive
    ? { 'too-big': 'at most', 'too-small': 'at least', exactly: 'exactly' }
    : { 'too-big': 'less than', 'too-small': 'more than', exactly: 'exactly' };
  const unit = units[fault.of]?.[fault.limit === '1' ? 0 : 1];
  const amount = `${bounds[fault.rule]} ${fault.limit}`;
  if (unit !== undefined) return `must have ${amount} ${unit}`;
  return `must be ${amount}${fault.of === 'number' || fault.of === 'int' ? '' : ` (${fault.of})`}`;
}

const either = (values: readonly string[]) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

/** Returns the end of a sentence that starts with the name of a parameter or property. */
export function englishInputFault(fault: InputFault): string {
  switch (fault.rule) {
    case 'type':
      return fault.found === 'undefined'
        ? 'is missing'
        : `must be ${typeName(fault.expected)}, not ${typeName(fault.found)}`;
    case 'value':
      return `must be ${either(fault.values)}`;
    case 'too-small':
    case 'too-big':
    case 'exactly':
      return limitFault(fault);
    case 'format':
      return fault.pattern === null
        ? `must be ${formats[fault.format] ?? `of the format ${fault.format}`}`
        : `must match the pattern ${fault.pattern}`;
    case 'multiple':
      return `must be a multiple of ${fault.divisor}`;
    case 'unknown-members':
      return `has the unknown member${fault.members.length === 1 ? '' : 's'} ${fault.members.map(json).join(', ')}`;
    case 'other':
      return 'is not valid';
    default:
      return requirementSentence(fault);
  }
}

function queryFault(fault: QueryFault): string {
  switch (fault.kind) {
    case 'ambiguous':
      return `names several attributes with ${json(fault.name)}; use the id instead`;
    case 'unknown':
      return `names the unknown attribute ${json(fault.name)}`;
    case 'unknown-target':
      return `names the unknown target ${json(fault.name)}${fault.suggestion === null ? '' : `; perhaps ${json(fault.suggestion)} is meant`}`;
    case 'not-composite':
      return `looks for ${json(fault.name)} inside ${json(fault.parent)}, which is not a composite`;
    case 'no-child':
      return `names ${json(fault.name)}, which the composite ${json(fault.parent)} does not have`;
    case 'no-row':
      return `names the row ${json(fault.name)}, which ${json(fault.parent)} does not have; rows are counted from 0`;
    case 'inside-text':
      return `looks inside ${fault.name}, which is a single text value`;
    case 'packaging-part':
      return 'names a part of PACKAGING other than __ID and QUANTITY';
    case 'packaging-compared':
      return 'compares PACKAGING itself; name PACKAGING/__ID or PACKAGING/QUANTITY';
    case 'composite-compared':
      return `compares the composite ${json(fault.name)} itself; name one of its children`;
    case 'operator':
      return `must be an attribute followed by an operator such as "=", "~", ">=", "!" or "*", not ${json(fault.condition)}`;
    case 'no-text':
      return `must have a value after the operator, which is missing in ${json(fault.condition)}; write "!" for empty and "*" for not empty`;
    case 'not-editable':
      return `names ${fault.name}, which a bulk edit cannot change`;
    case 'whole-composite':
      return `sets or copies the composite ${json(fault.name)} itself; name one of the attributes inside it`;
    case 'not-a-list':
      return `adds to or removes from ${json(fault.name)}, which has one value; use "set" or "clear"`;
    case 'one-value':
      return `sets several values for ${json(fault.name)}, which has one value`;
    case 'copied-row':
      return `copies from ${json(fault.name)}, which is inside a composite`;
    case 'not-sortable':
      return `names ${json(fault.name)}, which has several values; a list can be sorted only by an attribute with one value`;
    case 'not-comparable':
      return `compares ${json(fault.name)} with "<" or ">", which needs numbers or dates`;
    case 'only-equals':
      return `compares ${json(fault.name)} in another way than with "=" or "|="`;
    case 'bad-bound':
      return `compares ${json(fault.name)} with ${json(fault.bound)}, which does not fit its type`;
    case 'bad-quantity':
      return `compares ${json(fault.name)} with ${json(fault.bound)}, which must be a number, a space and a unit that can be converted to ${fault.units.join(', ')}`;
  }
}

export const englishInput: Pick<ProblemSentences, InputCode> = {
  'invalid-parameter': {
    values: ({ place, faults }) =>
      `${place === 'path' ? 'Path' : 'Query'} parameter ${faults.map(({ parameter, fault }) => `${parameter} ${englishInputFault(fault)}`).join('; ')}.`,
    // "Parameter", not "Query parameter", because a filter can also be in the body
    query: ({ parameter, faults }) =>
      `Parameter ${faults.map((fault) => `${parameter} ${queryFault(fault)}`).join('; ')}.`,
    changes: ({ faults }) => faults.map((fault) => `A change ${queryFault(fault)}.`).join(' '),
    spelling: ({ parameter, meant }) => `There is no query parameter ${json(parameter)}; use ${json(meant)}.`,
    unknown: ({ parameter, known }) =>
      `There is no query parameter ${json(parameter)}; ${known.length === 0 ? 'this operation has none' : `use ${known.join(', ')}`}.`,
    next: ({ parameter }) => `Query parameter ${parameter} must be the \`next\` of the previous page.`,
    'next-or-time': ({ parameter }) =>
      `Query parameter ${parameter} must be the \`next\` of the previous answer, or a time like 2026-01-31T12:00:00Z.`,
    'idempotency-key': () => 'Idempotency-Key must have 1 to 255 characters.',
  },
  'invalid-body': {
    member: ({ fault }) => englishInputFault(fault),
    members: ({ faults }) =>
      `The body is not as expected: ${faults.map(({ path, fault }) => `${path || '(top)'} ${englishInputFault(fault)}`).join('; ')}.`,
    'account-fields': ({ problems }, say) => `The account fields cannot be used: ${problems.map(say).join(' ')}`,
    'several-accounts': () => 'Several accounts on this channel are Connected: choose one with accountId.',
    scopes: () => 'Only a client key has scopes.',
    'expiry-past': () => 'The key would expire in the past.',
    'client-key': () => 'clientId is required for a client key, and not allowed for any other key.',
    'adapter-key': () => 'adapterId is required for an adapter key, and not allowed for any other key.',
    confirmation: ({ clientId }) => `Nothing was deleted: repeat the id ${json(clientId)} in clientId to confirm.`,
    boundary: () => 'The Content-Type has no boundary for the parts of the form.',
    'several-files': () => 'The form has more than one file; send one.',
    'no-file': () => 'The form has no part with a file; send it in a part called "file".',
    'empty-file': () => 'The file is empty. The asset keeps its current content.',
    fields: ({ max }) => `A form may have at most ${max} fields.`,
    form: ({ reason }) => `The body is not a complete multipart form (${reason}).`,
    'too-deep': ({ maxLevels }) => `Arrays and objects may be nested at most ${maxLevels} levels deep.`,
    unstorable: () => 'A string in the request contains U+0000 or half of a surrogate pair.',
    other: ({ reason }) => reason,
  },
};
