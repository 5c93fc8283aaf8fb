import type { AttributeDefinition } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';
import { type AllowedValue, allowedValues } from '../../session/labels/allowed-values.ts';
import type { EditParts } from '../../ui/merge-edit.ts';

/** The fields of the editor. */
export interface AttributeDraft {
  id: string;
  name: string;
  /** Language → label, or '' if there is none. In the order of the languages, so that equal labels are equal as JSON. */
  labels: Record<string, string>;
  type: string;
  multiValue: boolean;
  description: string;
  /** The groups of the attribute. The first group is its section on the page of a product. */
  groups: string[];
  /** The allowed values. The list is empty if any value is allowed. */
  values: AllowedValue[];
  /** Name of the limit → number, or for a quantity a number with a unit, or '' if there is no limit. */
  limits: Record<string, string | number>;
  /** The units that a number may have. */
  units: string[];
}

const textTypes = new Set(['string', 'asset', 'reference', 'html']);
const numberTypes = new Set(['integer', 'decimal', 'fraction']);

/** The types that the editor offers, in display order. */
export const attributeTypes = [
  'string',
  'composite',
  'asset',
  'integer',
  'decimal',
  'fraction',
  'gtin',
  'date',
  'datetime',
  'quantity',
  'boolean',
  'html',
  'reference',
];

/** Returns the names of the limits that apply to a value type. */
export function limitNamesOf(type: string): string[] {
  if (textTypes.has(type)) return ['minLength', 'maxLength'];
  return numberTypes.has(type) || type === 'quantity' ? ['minValue', 'maxValue'] : [];
}

/** Returns the draft of a stored definition, or of a new definition if `definition` is undefined. */
export function draftOf(definition: AttributeDefinition | undefined): AttributeDraft {
  const limits = definition?.restriction?.['parameters'];
  return {
    id: definition?.id ?? '',
    name: definition?.name ?? '',
    labels: inOrder(definition?.labels ?? {}),
    type: definition?.type.id.toLowerCase() ?? 'string',
    multiValue: definition?.type.multiValue ?? false,
    description: definition?.description ?? '',
    groups: definition?.groupIds ?? [],
    values: allowedValues(definition),
    units: definition?.units ?? [],
    limits: typeof limits === 'object' && limits !== null ? { ...(limits as AttributeDraft['limits']) } : {}, // the contract declares this type
  };
}

/** Returns labels without empty ones, in the order of the languages. */
const inOrder = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([, label]) => label !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Returns an allowed value in the form that the service accepts. A value without labels becomes a string. */
function valueInput({ value, label, labels }: AllowedValue): string | AllowedValue {
  const filled = inOrder(labels ?? {});
  const hasLabels = Object.keys(filled).length > 0;
  if (!hasLabels && (label === undefined || label === '')) return value;
  return { value, ...(label !== undefined && label !== '' && { label }), ...(hasLabels && { labels: filled }) };
}

/** Merges the values and limits of the draft into the stored restriction. Returns null if nothing is restricted. */
function restrictionOf(draft: AttributeDraft, definition: AttributeDefinition | undefined) {
  const { parameters: _parameters, ...restriction }: Record<string, unknown> = { ...definition?.restriction };
  // unchanged values keep their stored form
  if (JSON.stringify(draft.values) !== JSON.stringify(allowedValues(definition))) {
    delete restriction['listOfValues'];
    const values = draft.values.filter(({ value }) => value !== '');
    if (values.length > 0) restriction['listOfValues'] = values.map(valueInput);
  }
  const limits = Object.entries(draft.limits).filter(([, limit]) => limit !== '');
  if (limits.length > 0) restriction['parameters'] = Object.fromEntries(limits);
  return Object.keys(restriction).length > 0 ? restriction : null;
}

/** Returns true if the draft could make stored values invalid, or if stored values may have to be adapted. */
export function concernsValues(draft: AttributeDraft, definition: AttributeDefinition): boolean {
  const stored = draftOf(definition);
  const relevant = ({ type, multiValue, values, limits, units }: AttributeDraft) =>
    JSON.stringify([type, multiValue, values.map(({ value }) => value), limits, type === 'quantity' ? units : []]);
  return relevant(draft) !== relevant(stored);
}

/** Returns all changeable properties of a definition. Missing properties are null. */
function expectedOf({ name, type, ...definition }: AttributeDefinition): Record<string, unknown> {
  const { externalId = null, description = null, labels = null, restriction = null } = definition;
  const { units = null, groupIds = null, displaySequence = null } = definition;
  return { name, type, externalId, description, labels, restriction, units, groupIds, displaySequence };
}

const nullIfEmpty = (labels: Record<string, string>) => (Object.keys(labels).length === 0 ? null : labels);

/**
 * Returns the units to send. The editor shows units only for a quantity. A quantity that gets a different type loses its units. All other
 * attributes keep their stored units.
 */
function unitsOf({ type, units }: AttributeDraft, definition: AttributeDefinition | undefined): string[] | null {
  if (type === 'quantity') return units.length === 0 ? null : units;
  return definition?.type.id.toLowerCase() === 'quantity' ? null : (definition?.units ?? null);
}

/**
 * Returns the definition to send. Properties that the editor does not show keep their stored values.
 * @param definition the stored definition, or undefined for a new definition
 */
export function definitionInput(
  parent: AttributeDefinition | null,
  draft: AttributeDraft,
  definition: AttributeDefinition | undefined,
): Record<string, unknown> {
  const { path: _path, restriction: _restriction, ...kept } = definition ?? { path: '' };
  return {
    ...kept,
    id: draft.id,
    name: draft.name === '' ? draft.id : draft.name,
    compositeAttribute: parent?.path ?? null,
    type: { id: draft.type, multiValue: draft.type === 'composite' || draft.multiValue },
    labels: nullIfEmpty(inOrder(draft.labels)),
    description: draft.description === '' ? null : draft.description,
    groupIds: draft.groups.length === 0 ? null : draft.groups,
    units: unitsOf(draft, definition),
    restriction: restrictionOf(draft, definition),
    expected: definition ? expectedOf(definition) : null,
  };
}

const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(inOrder(labels))
    .map(([language, label]) => `${language}: ${label}`)
    .join(', ');

function valueText({ value, label = '', labels = {} }: AllowedValue): string {
  const texts = [label, labelsText(labels)].filter((text) => text !== '');
  return texts.length === 0 ? value : `${value} (${texts.join(', ')})`;
}

/** Returns the parts of a definition that are merged separately. Two users who change different parts cause no conflict. */
export function attributeParts(
  t: Messages,
  names: { groups: string; labels: string; units: string },
): EditParts<AttributeDraft> {
  const { attributes, common, types } = t;
  const limitText = ([name, limit]: [string, string | number]) => `${attributes.limits[name] ?? name}: ${limit}`;
  return [
    { of: ['id'], label: attributes.id, show: ({ id }) => id },
    { of: ['name'], label: attributes.name, show: ({ name }) => name },
    { of: ['labels'], label: names.labels, show: (draft) => labelsText(draft.labels) },
    { of: ['type'], label: attributes.type, show: ({ type }) => types[type] ?? type },
    {
      of: ['multiValue'],
      label: attributes.multiValue,
      show: ({ multiValue }) => (multiValue ? common.yes : common.no),
    },
    { of: ['description'], label: attributes.description, show: ({ description }) => description },
    { of: ['groups'], label: names.groups, show: (draft) => draft.groups.join(', ') },
    { of: ['units'], label: names.units, show: ({ units }) => units.join(', ') },
    { of: ['values'], label: attributes.listOfValues, show: ({ values }) => values.map(valueText).join(', ') },
    {
      of: ['limits'],
      label: attributes.limitsTitle,
      show: ({ limits }) => Object.entries(limits).map(limitText).join(', '),
    },
  ];
}
