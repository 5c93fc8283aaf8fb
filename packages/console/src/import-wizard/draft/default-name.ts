const maxLength = 100;

/** Suggests a name for a mapping, which is the file name without extension, dates and numbers, because these differ in the next file. */
export function defaultName(fileName: string): string {
  const stem = fileName.replace(/(?:\.[a-z0-9]{1,5}){1,2}$/i, '');
  const bare = stem
    .replaceAll(/(?<![a-z\d])\(?\d[\d\s._-]*\)?(?![a-z])/gi, ' ')
    .replaceAll(/[\s._()-]+$|^[\s._()-]+/g, '');
  return (bare === '' ? stem : bare).slice(0, maxLength) || 'import';
}
