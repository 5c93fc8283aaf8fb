const maxLength = 100;

/** Returns a name for a mapping: the name of the file without its ending, and without date or number, which the next file has not. */
export function defaultName(fileName: string): string {
  const stem = fileName.replace(/(?:\.[a-z0-9]{1,5}){1,2}$/i, '');
  const bare = stem
    .replaceAll(/(?<![a-z\d])\(?\d[\d\s._-]*\)?(?![a-z])/gi, ' ')
    .replaceAll(/[\s._()-]+$|^[\s._()-]+/g, '');
  return (bare === '' ? stem : bare).slice(0, maxLength) || 'import';
}
