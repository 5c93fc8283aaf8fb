/** Returns the last step of a category path such as `Food > Oils > Olive oil`, which tells products of a list apart best. */
export const lastStep = (path: string): string => {
  const last = path.slice(path.lastIndexOf('>') + 1).trim();
  return last === '' ? path : last;
};
