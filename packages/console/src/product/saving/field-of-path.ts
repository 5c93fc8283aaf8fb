/**
 * Returns the field of a product that a problem of an edit is about. It can be a reserved field such as `__NAME`. Returns undefined for a
 * problem of the whole product. Pure.
 * @param pointer JSON pointer into the body, such as /products/0/color/0
 */
export function fieldOfPath(pointer: string): string | undefined {
  const step = /^\/products\/\d+\/([^/]+)/.exec(pointer)?.[1];
  return step?.replaceAll('~1', '/').replaceAll('~0', '~');
}
