import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { cleanIdentifier, hasRemovable, normalForm } from '@pimento/contract/text';
import type { DefinitionDraft } from './definition-types.ts';
import { createFieldReader, fieldOf, type FieldReader, type Fields, isFields, textOf } from './field-reader.ts';
import { type Identifier, parseIdentifier } from '../values/identifier-text.ts';
import { shown } from '../values/quoted-text.ts';
import { parseLabels } from './labels-input.ts';
import { parseRestriction } from './restriction-input.ts';
import { type AttributeTypeId, attributeTypeIds } from '../values/structure-types.ts';

const typeIdByLowerCase = new Map<string, AttributeTypeId>(attributeTypeIds.map((id) => [id, id]));
const maxSequence = 2_147_483_647;

/**
 * Parses one element of the payload. `id`, `name` and `type.id` are required. If `compositeAttribute` is absent or null, the attribute is
 * at the top level, unless its id has the form `Parent/Child`. Any other field may be absent (keeps the stored value) or null (clears it,
 * except `type.multiValue`). An empty text or list means null. Unknown fields are ignored.
 */
export function parseDefinition(
  raw: unknown,
  index: number,
  storedIds?: ReadonlySet<string>,
): { draft: DefinitionDraft; problems: ItemProblem[]; warnings: ItemProblem[] } {
  const reader = createFieldReader(`/${index}`, storedIds);
  const fields: Fields = isFields(raw) ? raw : {};
  if (!isFields(raw)) reader.report('', problem('not-an-object', {}));
  const silent = isFields(raw) ? reader : createFieldReader('');
  const draft: DefinitionDraft = {
    index,
    id: parseRequired(fields, 'id', silent),
    name: parseRequired(fields, 'name', silent),
    ...parseType(fields, silent),
    parentReference: parseOptionalIdentifier(fields, 'compositeAttribute', silent) ?? null,
    externalId: parseOptionalIdentifier(fields, 'externalId', silent),
    description: silent.text(fields, 'description'),
    labels: parseLabels(fieldOf(fields, 'labels'), '/labels', silent),
    restriction: inType(fields, 'restriction', { reader: silent, index }, parseRestriction),
    units: inType(fields, 'units', { reader: silent, index }, (from, of) => of.texts(from, 'units')),
    groupIds: silent.texts(fields, 'groupIds'),
    displaySequence: parseSequence(fields, silent),
  };
  return { draft, problems: reader.problems, warnings: reader.warnings };
}

/**
 * Parses a field of the definition. If the definition does not have the field, parses the field of the same name inside `type`, where some
 * exporters write it.
 */
function inType<T>(
  fields: Fields,
  name: string,
  { reader, index }: { reader: FieldReader; index: number },
  parse: (from: Fields, reader: FieldReader) => T,
): T {
  const type = fieldOf(fields, 'type');
  if (fieldOf(fields, name) !== undefined || !isFields(type)) return parse(fields, reader);
  const inner = createFieldReader(`/${index}/type`);
  const value = parse(type, inner);
  reader.problems.push(...inner.problems);
  return value;
}

function parseRequired(fields: Fields, name: 'id' | 'name', reader: FieldReader): string | undefined {
  const value = fieldOf(fields, name);
  if (value !== undefined && value !== null && value !== '') return reader.identifier(fields, name);
  reader.report(`/${name}`, problem(`${name}-missing`, {}));
  return undefined;
}

function parseOptionalIdentifier(
  fields: Fields,
  name: 'compositeAttribute' | 'externalId',
  reader: FieldReader,
): string | null | undefined {
  const value = fieldOf(fields, name);
  if (value === undefined) return undefined;
  if (value === null || value === '') return null;
  const text = textOf(value);
  // The parent can also be given by its path, which may be longer than an id.
  if (name === 'compositeAttribute' && text !== undefined && text.isWellFormed())
    return reader.clean(name, text, identifierOf(text));
  const read = text === undefined ? { fault: 'not-a-text' as const } : parseIdentifier(text);
  if ('text' in read) return reader.clean(name, text ?? '', read);
  const { fault } = read;
  reader.report(`/${name}`, problem('invalid-field', { kind: 'identifier', field: name, fault }));
  return undefined;
}

function identifierOf(text: string): Identifier {
  const clean = cleanIdentifier(text);
  return hasRemovable(text) ? { text: clean, sent: normalForm(text, 'NFC') } : { text: clean };
}

function parseType(fields: Fields, reader: FieldReader): Pick<DefinitionDraft, 'typeId' | 'multiValue'> {
  const type = fieldOf(fields, 'type');
  const unreadable = { typeId: undefined, multiValue: undefined };
  if (!isFields(type)) {
    const isMissing = type === undefined || type === null;
    reader.report('/type', isMissing ? problem('type-missing', { field: 'type' }) : problem('invalid-type', {}));
    return unreadable;
  }
  return { typeId: parseTypeId(type, reader), multiValue: parseMultiValue(type, reader) };
}

function parseTypeId(type: Fields, reader: FieldReader): AttributeTypeId | undefined {
  const value = fieldOf(type, 'id');
  if (value === undefined || value === null || value === '') {
    reader.report('/type/id', problem('type-missing', { field: 'type.id' }));
    return undefined;
  }
  const typeId = typeof value === 'string' ? typeIdByLowerCase.get(value.toLowerCase()) : undefined;
  if (typeId === undefined) {
    const found = typeof value === 'string' ? `"${shown(value)}"` : typeof value;
    reader.report('/type/id', problem('unknown-type', { found, types: [...attributeTypeIds] }));
  }
  return typeId;
}

function parseMultiValue(type: Fields, reader: FieldReader): boolean | undefined {
  const value = fieldOf(type, 'multiValue');
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  reader.report('/type/multiValue', problem('invalid-multi-value', {}));
  return undefined;
}

function parseSequence(fields: Fields, reader: FieldReader): number | null | undefined {
  const value = fieldOf(fields, 'displaySequence');
  if (value === undefined || value === null) return value;
  const text = textOf(value) ?? '';
  if (/^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= maxSequence) return Number(text);
  reader.report('/displaySequence', problem('invalid-field', { kind: 'sequence', field: 'displaySequence' }));
  return undefined;
}
