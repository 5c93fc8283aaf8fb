const reserved = new Set(['PRIMARY_ASSET', 'PACKAGING', 'QUANTITY']);

/**
 * Returns the attribute that an import error belongs to.
 * @param pointer JSON pointer into the body, such as /products/12/color/0
 * @returns undefined for a whole product and for a reserved field
 */
export function attributeOfPath(pointer: string): string | undefined {
  const step = /^\/(?:products\/)?\d+\/([^/]+)/.exec(pointer)?.[1];
  const name = step?.replaceAll('~1', '/').replaceAll('~0', '~');
  return name === undefined || name.startsWith('__') || reserved.has(name) ? undefined : name;
}
