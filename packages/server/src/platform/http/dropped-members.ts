type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/**
 * Lists the paths of objects with a member `__proto__` that the schema library dropped.
 * @param value the value before it was validated
 * @param judged the value that the schema returned
 */
export function listDropped(value: unknown, judged: unknown, steps: readonly string[] = []): string[][] {
  if (value === judged || !isObject(value) || !isObject(judged)) return [];
  const isDropped = Object.hasOwn(value, '__proto__') && !Object.hasOwn(judged, '__proto__');
  const inner = Object.keys(value).flatMap((name) =>
    Object.hasOwn(judged, name) ? listDropped(value[name], judged[name], [...steps, name]) : [],
  );
  return isDropped ? [[...steps], ...inner] : inner;
}
