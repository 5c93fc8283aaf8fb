import { escapePointerStep } from '../../platform/core.ts';
import type { Target, TargetRestriction, ValueList } from '../judge/checked-standard.ts';

export type JsonSchema = Record<string, unknown>;

/** The value lists that a schema contains, by id. Values refer to their list, so that each list is written only once. */
export type ExportedLists = ReadonlyMap<string, ValueList>;

const listReference = (id: string) => `#/$defs/${encodeURIComponent(escapePointerStep(id))}`;

/** The parts of a restriction that the schema of a text contains. */
const textParts = ['listOfValues', 'patterns'];
/** Limits that the schema of a text contains. The limits of a number apply to its amount, and not to the text in the channel shape. */
const lengths = ['minLength', 'maxLength'];
const numberTypes: ReadonlySet<string> = new Set(['integer', 'decimal', 'fraction', 'money', 'quantity']);

/** Returns the schema of one value of a target in the channel shape, and the names of the demands that the schema does not contain. */
export function valueSchema(target: Target, lists: ExportedLists): { schema: JsonSchema; omitted: string[] } {
  const form =
    target.output.as ?? (target.typeId === 'boolean' && target.output.booleans === undefined ? 'boolean' : 'text');
  if (form === 'text') {
    const { schema, omitted } = textSchema(target.restriction, lists);
    const written = numberTypes.has(target.typeId) ? textParts : [...textParts, ...lengths];
    return { schema, omitted: [...omitted, ...omittedOf(target, written)] };
  }
  const { valueList, reportedList } = target.restriction;
  const omitted = valueList === undefined && reportedList === undefined ? [] : ['valueList'];
  const schema = form === 'object' ? objectSchema(target) : { type: form === 'number' ? numberType(target) : form };
  return { schema, omitted: [...omitted, ...omittedOf(target, [])] };
}

const numberType = ({ typeId, output }: Target): 'integer' | 'number' =>
  typeId === 'integer' || output.minorUnits === true ? 'integer' : 'number';

function objectSchema({ typeId, output }: Target): JsonSchema {
  const number = { type: output.minorUnits === true ? 'integer' : 'number' };
  const [amount, unit] = typeId === 'money' ? ['amount', 'currency'] : ['value', 'unit'];
  return {
    type: 'object',
    properties: { [amount]: number, [unit]: { type: 'string' } },
    required: [amount, unit],
    additionalProperties: false,
  };
}

function textSchema(
  { ofValue, valueList, reportedList }: TargetRestriction,
  lists: ExportedLists,
): {
  schema: JsonSchema;
  omitted: string[];
} {
  const { parameters = {}, listOfValues = [], patterns = [] } = ofValue ?? {};
  const schema: JsonSchema = { type: 'string' };
  if (parameters['minLength'] !== undefined) schema['minLength'] = Number(parameters['minLength']);
  if (parameters['maxLength'] !== undefined) schema['maxLength'] = Number(parameters['maxLength']);
  if (listOfValues.length > 0) schema['enum'] = listOfValues.map(({ value }) => value);
  if (patterns.length > 0) schema['allOf'] = patterns.map(({ pattern }) => ({ pattern }));
  const omitted: string[] = [];
  if (valueList !== undefined && lists.has(valueList.id)) schema['$ref'] = listReference(valueList.id);
  else if (valueList !== undefined) omitted.push('valueList');
  if (reportedList !== undefined) omitted.push('valueList');
  return { schema, omitted };
}

/** Returns the names of the demands that the schema does not contain. */
function omittedOf({ restriction, units }: Target, written: readonly string[]): string[] {
  const { ofValue, dependsOn, maxBytes, image } = restriction;
  const limits = Object.keys(ofValue?.parameters ?? {}).filter((name) => !written.includes(name));
  const parts = Object.keys(ofValue ?? {}).filter((part) => part !== 'parameters' && !written.includes(part));
  return [
    ...limits,
    ...parts,
    ...(dependsOn === undefined ? [] : ['dependsOn']),
    ...(maxBytes === undefined ? [] : ['maxBytes']),
    ...(image === undefined ? [] : ['image parameters']),
    ...(units.size === 0 ? [] : ['units']),
  ];
}
