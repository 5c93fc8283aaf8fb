import type { ItemProblem } from '@pimento/contract';
import type { DefinitionDraft } from './definition-types.ts';
import { createFieldReader, fieldOf, type FieldReader, type Fields, isFields, textOf } from './field-reader.ts';
import { readIdentifier } from '../values/identifier-text.ts';
import { quote } from '../values/quoted-text.ts';
import { readRestriction } from './restriction-input.ts';
import { type AttributeTypeId, attributeTypeIds } from '../values/structure-types.ts';

const typeIdByLowerCase = new Map<string, AttributeTypeId>(attributeTypeIds.map((id) => [id, id]));
const maxSequence = 2_147_483_647;

/**
 * Reads one element of the payload. `id`, `name` and `type.id` must be there; every other field may be absent (left as
 * stored) or null (cleared); an empty text or list is the same as null. Fields of other names are ignored.
 */
export function readDefinition(raw: unknown, index: number): { draft: DefinitionDraft; problems: ItemProblem[] } {
  const reader = createFieldReader(`/${index}`);
  const fields: Fields = isFields(raw) ? raw : {};
  if (!isFields(raw)) reader.report('not-an-object', '', 'an attribute definition must be an object');
  const silent = isFields(raw) ? reader : createFieldReader('');
  const draft: DefinitionDraft = {
    index,
    id: readRequired(fields, 'id', silent),
    name: readRequired(fields, 'name', silent),
    ...readType(fields, silent),
    parentReference: readOptionalIdentifier(fields, 'compositeAttribute', silent) ?? null,
    externalId: readOptionalIdentifier(fields, 'externalId', silent),
    description: silent.text(fields, 'description'),
    restriction: readRestriction(fields, silent),
    units: silent.texts(fields, 'units'),
    groupIds: silent.texts(fields, 'groupIds'),
    displaySequence: readSequence(fields, silent),
  };
  return { draft, problems: reader.problems };
}

function readRequired(fields: Fields, name: 'id' | 'name', reader: FieldReader): string | undefined {
  const value = fieldOf(fields, name);
  if (value !== undefined && value !== null && value !== '') return reader.identifier(fields, name, `invalid-${name}`);
  reader.report(`${name}-missing`, `/${name}`, `${name} must be given`);
  return undefined;
}

function readOptionalIdentifier(
  fields: Fields,
  name: 'compositeAttribute' | 'externalId',
  reader: FieldReader,
): string | null | undefined {
  const value = fieldOf(fields, name);
  if (value === undefined) return undefined;
  if (value === null || value === '') return null;
  const text = textOf(value);
  // A path may be longer than an id.
  if (name === 'compositeAttribute' && text !== undefined && text.isWellFormed()) return text.normalize('NFC');
  const read = text === undefined ? { breach: 'must be a text or null' } : readIdentifier(text);
  if ('text' in read) return read.text;
  reader.report('invalid-field', `/${name}`, `${name} ${read.breach}`);
  return undefined;
}

function readType(fields: Fields, reader: FieldReader): Pick<DefinitionDraft, 'typeId' | 'multiValue'> {
  const type = fieldOf(fields, 'type');
  const unreadable = { typeId: undefined, multiValue: undefined };
  if (!isFields(type)) {
    const code = type === undefined || type === null ? 'type-missing' : 'invalid-type';
    reader.report(code, '/type', 'type must be given as {"id": text, "multiValue": true or false}');
    return unreadable;
  }
  return { typeId: readTypeId(type, reader), multiValue: readMultiValue(type, reader) };
}

function readTypeId(type: Fields, reader: FieldReader): AttributeTypeId | undefined {
  const value = fieldOf(type, 'id');
  if (value === undefined || value === null || value === '') {
    reader.report('type-missing', '/type/id', 'type.id must be given');
    return undefined;
  }
  const typeId = typeof value === 'string' ? typeIdByLowerCase.get(value.toLowerCase()) : undefined;
  if (typeId === undefined) {
    const sent = typeof value === 'string' ? quote(value) : typeof value;
    reader.report('unknown-type', '/type/id', `type.id must be one of ${attributeTypeIds.join(', ')}, not ${sent}`);
  }
  return typeId;
}

function readMultiValue(type: Fields, reader: FieldReader): boolean | undefined {
  const value = fieldOf(type, 'multiValue');
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  reader.report('invalid-multi-value', '/type/multiValue', 'type.multiValue must be true or false');
  return undefined;
}

function readSequence(fields: Fields, reader: FieldReader): number | null | undefined {
  const value = fieldOf(fields, 'displaySequence');
  if (value === undefined || value === null) return value;
  const text = textOf(value) ?? '';
  if (/^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= maxSequence) return Number(text);
  reader.report(
    'invalid-field',
    '/displaySequence',
    'displaySequence must be a whole number of at most 31 bits, or null',
  );
  return undefined;
}
