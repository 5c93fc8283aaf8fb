/** The attribute that a place in an import's body lies in; undefined where it is a whole product or one of the reserved fields. */
export function attributeOfPlace(pointer: string): string | undefined {
  const step = /^\/(?:products\/)?\d+\/([^/]+)/.exec(pointer)?.[1];
  const name = step?.replaceAll('~1', '/').replaceAll('~0', '~');
  return name === undefined || name.startsWith('__') || reserved.has(name) ? undefined : name;
}

const reserved = new Set(['PRIMARY_ASSET', 'PACKAGING', 'QUANTITY']);
