import { z } from 'zod';

export interface UnknownMember {
  steps: readonly (string | number)[];
  member: string;
  /** Names of the members that the object can have. */
  known: readonly string[];
}

/** Names that other tools reserve for their own members, such as `x-origin` and `$schema`. */
const isExtension = (member: string): boolean => member.startsWith('x-') || member.startsWith('$');

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Lists the members of objects, at any depth, that are not in the schemas of the objects. The value must match the schema. A record can
 * have any name as a member except `__proto__`, which the schema library drops.
 */
export function* unknownMembers(
  schema: z.core.$ZodType,
  value: unknown,
  steps: readonly (string | number)[] = [],
): Generator<UnknownMember> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    yield* unknownMembers(schema.unwrap(), value, steps);
  else if (schema instanceof z.ZodUnion) {
    const option = schema.options.find((one) => z.safeParse(one, value).success);
    if (option !== undefined) yield* unknownMembers(option, value, steps);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    // the elements of an array can have any type
    for (const [index, one] of (value as readonly unknown[]).entries())
      yield* unknownMembers(schema.element, one, [...steps, index]);
  } else if (schema instanceof z.ZodObject && isFields(value)) yield* ofObject(schema, value, steps);
  else if (schema instanceof z.ZodRecord && isFields(value)) {
    for (const [name, one] of Object.entries(value)) {
      if (name === '__proto__') yield { steps, member: name, known: [] };
      else yield* unknownMembers(schema.valueType, one, [...steps, name]);
    }
  }
}

function* ofObject(
  { shape }: z.ZodObject,
  value: Fields,
  steps: readonly (string | number)[],
): Generator<UnknownMember> {
  for (const [member, part] of Object.entries(value)) {
    const inner: unknown = Object.hasOwn(shape, member) ? shape[member] : undefined;
    if (inner instanceof z.ZodType) yield* unknownMembers(inner, part, [...steps, member]);
    else if (!isExtension(member)) yield { steps, member, known: Object.keys(shape) };
  }
}
