/** A JSON number with all its digits. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value as a channel receives it. Objects are maps, because a target may be named `__proto__`. */
export type ShapeValue = string | boolean | JsonNumber | readonly ShapeValue[] | ShapeObject;
export type ShapeObject = ReadonlyMap<string, ShapeValue>;

/** Returns a value in the channel shape as JSON. */
export function printShape(value: ShapeValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return value.text;
  if (isShapeList(value)) return `[${value.map(printShape).join(',')}]`;
  const members = Array.from(value, ([name, member]) => `${JSON.stringify(name)}:${printShape(member)}`);
  return `{${members.join(',')}}`;
}

export function isShapeList(value: ShapeValue): value is readonly ShapeValue[] {
  return Array.isArray(value);
}

export function isShapeObject(value: ShapeValue): value is ShapeObject {
  return value instanceof Map;
}
