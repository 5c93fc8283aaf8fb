/** A JSON number with all its digits. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in the form in which a channel receives it. */
export type ShapeValue = string | boolean | JsonNumber | readonly ShapeValue[] | ShapeObject;

/** Names of an object → their indexes, for long lists of names. */
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();
/** From this number of names on, a map finds a name faster than a search. */
const minIndexed = 16;

function indexOf(names: readonly string[], name: string): number {
  if (names.length < minIndexed) return names.indexOf(name);
  let byName = indexes.get(names);
  if (byName === undefined) {
    // in reverse order, so that the first of equal names wins, as it does in a search
    byName = new Map(names.map((one, index): [string, number] => [one, index]).toReversed());
    indexes.set(names, byName);
  }
  return byName.get(name) ?? -1;
}

/**
 * An object of the channel shape. All objects of one target share the list of their names, because a product can have dozens of rows. The
 * object is not a JavaScript object, because a target can be named `__proto__`.
 */
export class ShapeObject {
  readonly names: readonly string[];
  /** In the order of the names. Undefined members are absent. */
  readonly members: readonly (ShapeValue | undefined)[];

  constructor(names: readonly string[], members: readonly (ShapeValue | undefined)[]) {
    this.names = names;
    this.members = members;
  }

  get(name: string): ShapeValue | undefined {
    const index = indexOf(this.names, name);
    return index === -1 ? undefined : this.members[index];
  }
}

/** Returns a value in the channel shape as JSON. */
export function printShape(value: ShapeValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return value.text;
  if (isShapeList(value)) return `[${value.map(printShape).join(',')}]`;
  let printed = '';
  for (const [index, member] of value.members.entries()) {
    if (member === undefined) continue;
    printed += `${printed === '' ? '' : ','}${JSON.stringify(value.names[index])}:${printShape(member)}`;
  }
  return `{${printed}}`;
}

/** Returns a value in the channel shape as parsed JSON. Numbers are rounded to the precision of JavaScript numbers. */
export function plainShape(value: ShapeValue): unknown {
  if (typeof value !== 'object') return value;
  if (value instanceof JsonNumber) return Number(value.text);
  if (isShapeList(value)) return value.map(plainShape);
  const members: [string, unknown][] = [];
  for (const [index, member] of value.members.entries())
    if (member !== undefined) members.push([value.names[index] ?? '', plainShape(member)]);
  // Creates an own member even for a target called `__proto__`.
  return Object.fromEntries(members);
}

/** Returns true if two values print the same JSON. */
export function isSameShape(one: ShapeValue | undefined, other: ShapeValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return printShape(one) === printShape(other);
}

export function isShapeList(value: ShapeValue): value is readonly ShapeValue[] {
  return Array.isArray(value);
}
