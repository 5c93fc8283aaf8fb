/** A JSON value in the stored data of a product. */
export type FeedValue = string | number | boolean | null | FeedValue[] | FeedRow;
export interface FeedRow {
  [name: string]: FeedValue;
}

/** The data that the feed stores for a product. */
export interface FeedRecord {
  id: string;
  submissionId: string;
  category?: string;
  /** Undefined if the product was withdrawn. */
  row?: FeedRow;
}

/** Names of the fields that a record can have in addition to its row. */
export const recordFields = { id: '__ID', category: '__CATEGORY', change: '__CHANGE' } as const;

export const isRow = (value: unknown): value is FeedRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds a value by a path such as `price/amount` or `variants/0/title`. */
export function findValue({ id, category, row }: FeedRecord, path: string): FeedValue | undefined {
  if (path === recordFields.id) return id;
  if (path === recordFields.category && category !== undefined) return category;
  let found: FeedValue | undefined = row;
  for (const step of path.split('/')) {
    if (Array.isArray(found)) found = found[Number(step)];
    else if (isRow(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

/** Replaces the string at a path. If the path leads through lists, replaces the strings of all their elements. */
export function replaceTexts(value: FeedValue, path: readonly string[], replace: (text: string) => string): FeedValue {
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, path, replace));
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === 'string' ? replace(value) : value;
  if (!isRow(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaceTexts(value[step] ?? null, rest, replace) };
}
