/** Returns the last step of a category path such as `Food > Oils > Olive oil`. This step best distinguishes the products of a list. */
export const lastStep = (path: string): string => {
  const last = path.slice(path.lastIndexOf('>') + 1).trim();
  return last === '' ? path : last;
};
