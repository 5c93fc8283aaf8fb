/** A JSON number with all its digits. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in the form in which a channel receives it. */
export type ShapeValue = string | boolean | JsonNumber | readonly ShapeValue[] | ShapeObject;

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
    const index = this.names.indexOf(name);
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

export function isShapeList(value: ShapeValue): value is readonly ShapeValue[] {
  return Array.isArray(value);
}
