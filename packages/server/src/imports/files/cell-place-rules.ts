import type { Mapping } from '@pimento/files';

/**
 * The location of a problem in a product. For a table: the column, and the row of each composite on the path to the value. For a feed: the
 * name in the feed.
 */
export interface CellPlace {
  /** Index of the column. Undefined for a feed, or if the problem is not in a single column. */
  column: number | undefined;
  /** Header of the column or, for a feed, the name in the feed. Undefined if there is none. */
  header: string | undefined;
  rows: { key: string; place: number }[];
}

/** Returns the location in the table or feed to which a JSON Pointer refers. */
export type CellFinder = (pointer: string) => CellPlace;

const unescapeStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Creates a finder for a mapping. Pointers begin with `/products/{index}`. */
export function createCellFinder({ columns }: Mapping): CellFinder {
  const known = new Map<string, number | undefined>();
  for (const [column, { target }] of columns.entries()) {
    if (target === undefined) continue;
    for (let depth = 1; depth < target.path.length; depth++) {
      const parent = JSON.stringify(target.path.slice(0, depth));
      if (!known.has(parent)) known.set(parent, undefined);
    }
    const path = JSON.stringify(target.path);
    if (target.kind !== 'row' || known.get(path) === undefined) known.set(path, column);
  }
  return (pointer) => {
    const found: CellPlace = { column: undefined, header: undefined, rows: [] };
    let names: string[] = [];
    for (const step of pointer.split('/').slice(3).map(unescapeStep)) {
      const next = [...names, step];
      const path = JSON.stringify(next);
      if (known.has(path)) {
        names = next;
        found.column = known.get(path);
      } else if (/^\d+$/.test(step) && names.length > 0)
        found.rows.push({ key: names.at(-1) ?? '', place: Number(step) });
      else break;
    }
    found.header = found.column === undefined ? undefined : columns[found.column]?.header;
    return found;
  };
}

/** Returns the name in a feed to which a JSON Pointer refers. For example, `/products/7/Image/0/Src` refers to `Image/Src`. */
export const findFeedPlace: CellFinder = (pointer) => {
  const names = pointer
    .split('/')
    .slice(3)
    .map(unescapeStep)
    .filter((step) => !/^\d+$/.test(step));
  return { column: undefined, header: names.length === 0 ? undefined : names.join('/'), rows: [] };
};
