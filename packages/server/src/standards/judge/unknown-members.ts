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
 * @param max number of members after which the search ends
 */
export function listUnknownMembers(schema: z.core.$ZodType, value: unknown, max: number): UnknownMember[] {
  const search = new MemberSearch(max);
  search.visit(schema, value);
  return search.found;
}

/**
 * Collects the unknown members of one value. `#steps` is the path to the current part. It is changed in place, because a
 * document has hundreds of thousands of parts.
 */
class MemberSearch {
  readonly found: UnknownMember[] = [];
  readonly #max: number;
  readonly #steps: (string | number)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  visit(schema: z.core.$ZodType, value: unknown): void {
    if (typeof value !== 'object' || value === null || this.found.length >= this.#max) return;
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) this.visit(schema.unwrap(), value);
    else if (schema instanceof z.ZodUnion) {
      const option = schema.options.find((one) => z.safeParse(one, value).success);
      if (option !== undefined) this.visit(option, value);
    } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
      // the elements of an array can have any type
      for (const [index, one] of (value as readonly unknown[]).entries()) this.#enter(index, schema.element, one);
    } else if (schema instanceof z.ZodObject && isFields(value)) this.#visitObject(schema, value);
    else if (schema instanceof z.ZodRecord && isFields(value)) {
      for (const [name, one] of Object.entries(value)) {
        if (name === '__proto__') this.#add(name, []);
        else this.#enter(name, schema.valueType, one);
      }
    }
  }

  #enter(step: string | number, schema: z.core.$ZodType, value: unknown): void {
    this.#steps.push(step);
    this.visit(schema, value);
    this.#steps.pop();
  }

  #visitObject({ shape }: z.ZodObject, value: Fields): void {
    for (const [member, part] of Object.entries(value)) {
      const inner: unknown = Object.hasOwn(shape, member) ? shape[member] : undefined;
      if (inner instanceof z.ZodType) this.#enter(member, inner, part);
      else if (!isExtension(member)) this.#add(member, Object.keys(shape));
    }
  }

  #add(member: string, known: readonly string[]): void {
    if (this.found.length < this.#max) this.found.push({ steps: [...this.#steps], member, known });
  }
}
