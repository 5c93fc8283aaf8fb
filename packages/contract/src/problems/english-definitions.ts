import { englishInputFault } from './english-input.ts';
import { identifierFaults, typeFaults } from './english-values.ts';
import type { DefinitionCode, PatternFault } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { quoted } from '../text/short-text.ts';

const products = (count: number) => (count === 1 ? '1 product' : `${count} products`);
const typeNeeded = 'type must be {"id": string, "multiValue": true or false}';

/** Returns the end of a sentence that starts with the pattern. */
function patternFault(fault: PatternFault): string {
  switch (fault.kind) {
    case 'too-long':
      return `is longer than ${fault.maxCharacters} characters`;
    case 'too-large':
      return `is too large (the patterns of an attribute may have ${fault.maxInstructions} RE2 instructions in total)`;
    case 'syntax':
      return `is not a pattern that RE2 accepts (${fault.reason})`;
  }
}

export const englishDefinitions: Pick<ProblemSentences, DefinitionCode> = {
  'not-an-object': () => 'an attribute definition must be an object',
  'id-missing': () => 'id is required',
  'name-missing': () => 'name is required',
  'type-missing': ({ field }) => (field === 'type' ? typeNeeded : 'type.id is required'),
  'invalid-type': () => typeNeeded,
  'unknown-type': ({ found, types }) => `type.id must be one of ${types.join(', ')}, not ${found}`,
  'invalid-multi-value': () => 'type.multiValue must be true or false',
  'invalid-field': {
    text: ({ field }) => `${field} must be a string or null`,
    texts: ({ field }) => `${field} must be an array of strings or null`,
    identifier: ({ field, fault }) => `${field} ${identifierFaults[fault]}${fault === 'not-a-text' ? ' or null' : ''}`,
    sequence: ({ field }) => `${field} must be a whole number of at most 31 bits, or null`,
    member: ({ fault }) => englishInputFault(fault),
    purpose: ({ purpose }) => `the standard has no purpose ${quoted(purpose)}`,
    json: ({ reason }) => `the line is not JSON: ${reason}`,
    'line-kind': ({ kinds }) => `kind must be one of ${kinds.join(', ')}`,
    'units-missing': ({ attribute }) =>
      `units of ${quoted(attribute)} must list the units that its values may have, such as ["kg", "g"]`,
    'unit-unknown': ({ attribute, unit }) => `units of ${quoted(attribute)}: ${quoted(unit)} is not a known unit`,
    'units-differ': ({ attribute, unit, other }) =>
      `units of ${quoted(attribute)}: ${quoted(unit)} cannot be converted to ${quoted(other)}`,
  },
  'invalid-restriction': {
    'not-an-object': () => 'restriction must be an object or null',
    parameters: () => 'parameters must be an object',
    parameter: () => 'a parameter must be a string or a number',
    list: ({ field }) => `${field} must be an array`,
    'list-value': () =>
      'an entry of listOfValues must be a string or {"value": string, "label": string, "labels": object}',
    pattern: () => 'an entry of patterns must be a string or {"pattern": string, "message": string}',
    'parameter-value': (p) => `${p.parameter} of ${quoted(p.attribute)} must be ${p.expected}, not ${quoted(p.value)}`,
    'item-counts': (p) => `minItems ${p.minItems} of ${quoted(p.attribute)} is above its maxItems ${p.maxItems}`,
    count: (p) =>
      `${p.parameter} of ${quoted(p.attribute)} must be a whole number from 0 to 999999999, not ${quoted(p.value)}`,
    range: (p) =>
      `${p.parameter} of ${quoted(p.attribute)} must be a ${p.type === 'integer' ? 'number' : p.type}, not ${quoted(p.value)}`,
    'range-unit': (p) =>
      `${p.parameter} of ${quoted(p.attribute)} must be a number, a space and one of its units (${p.units.join(', ')}), not ${quoted(p.value)}`,
    lengths: (p) => `minLength ${p.minLength} of ${quoted(p.attribute)} is above its maxLength ${p.maxLength}`,
    values: (p) =>
      `minValue ${quoted(p.minValue)} of ${quoted(p.attribute)} is above its maxValue ${quoted(p.maxValue)}`,
    'list-value-type': (p) =>
      `the value ${quoted(p.value)} in listOfValues of ${quoted(p.attribute)} ${typeFaults[p.fault]}`,
  },
  'invalid-labels': {
    'not-an-object': () => 'labels must be an object such as {"de": "Gewicht", "en": "Weight"}, or null',
    language: ({ language }) => `${quoted(language)} is not a language tag such as de, en or pt-BR`,
    duplicate: ({ language }) => `labels have the language ${language} twice, in different spellings`,
    label: ({ language, maxCharacters }) =>
      `the label in ${language} must be a string of 1 to ${maxCharacters} characters without control characters`,
    'too-many': ({ max }) => `labels may have at most ${max} languages`,
  },
  'invalid-pattern': {
    definition: (p) => `the pattern ${quoted(p.pattern)} of ${quoted(p.attribute)} ${patternFault(p.fault)}`,
    'account-field': ({ fault }) => `The pattern ${patternFault(fault)}.`,
  },
  'restriction-without-effect': {
    composite: ({ attribute }) => `a composite ${quoted(attribute)} has no value of its own to restrict`,
    parameter: (p) => `the parameter ${quoted(p.parameter)} of ${quoted(p.attribute)} has no effect on type ${p.type}`,
  },
  'composite-not-multi-value': ({ attribute }) => `the composite ${quoted(attribute)} must have multiValue true`,
  'composite-has-children': ({ attribute, count }) =>
    `${quoted(attribute)} has ${count} children and must stay a composite`,
  'nesting-too-deep': ({ attribute, maxLevels }) =>
    `${quoted(attribute)} is nested in more than ${maxLevels} composites`,
  'identity-too-long': ({ attribute, maxBytes }) =>
    `${quoted(attribute)} and the ids of its parents have more than ${maxBytes} bytes in total`,
  'duplicate-attribute': ({ attribute, firstIndex, index }) =>
    `${quoted(attribute)} is in this request twice: at positions ${firstIndex + 1} and ${index + 1}`,
  'composite-cycle': ({ attribute, parent }) => `${quoted(attribute)} would be inside itself, via ${quoted(parent)}`,
  'unknown-parent': ({ attribute, parent }) =>
    `there is no composite ${quoted(parent)} to contain ${quoted(attribute)}`,
  'parent-not-composite': ({ attribute, parent }) =>
    `${quoted(parent)}, the parent of ${quoted(attribute)}, is not of type composite`,
  'ambiguous-parent': ({ attribute, parent, paths }) =>
    `several composites have the id ${quoted(parent)}; name the parent of ${quoted(attribute)} by its path: ${paths.map(quoted).join(', ')}`,
  'duplicate-sibling-name': ({ composite, name, other }) =>
    `${quoted(composite)} already has a child with the name ${quoted(name)}: ${quoted(other)}`,
  'ambiguous-row-key': ({ composite, key, other, attribute }) =>
    `in a row of ${quoted(composite)}, the key ${quoted(key)} could mean ${quoted(other)} or ${quoted(attribute)}`,
  'values-do-not-fit': {
    definition: ({ attribute, count }) =>
      `values of ${quoted(attribute)} in ${products(count)} do not fit the changed definition`,
    request: ({ count }) =>
      `Nothing was stored: ${products(count)} ${count === 1 ? 'has' : 'have'} values that do not fit. Change those values first, or keep the definition as it is.`,
  },
};
