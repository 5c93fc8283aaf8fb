import type { AttributeDefinition } from '@pimento/contract';
import { useMemo, useState } from 'react';
import { useShowText } from '../../session/labels/use-show-text.ts';
import type { Structure } from '../../session/structure.ts';
import { linesOf, type MoreLine, type SectionLine } from '../rows/row-lines.ts';
import { allOpen, compositesOf, differentPaths, firstOpen, keysAbove, pathsWith } from '../rows/row-opening.ts';
import { isRow, keyOf, type Path, type Row } from '../rows/row-path.ts';
import { cellsOf } from '../rows/row-steps.ts';
import { labelledPaths, shownInRows } from '../rows/shown-rows.ts';

const none: ReadonlySet<string> = new Set();

const toggled = (keys: ReadonlySet<string>, key: string): Set<string> =>
  keys.has(key) ? keys.difference(new Set([key])) : new Set([...keys, key]);

/** Returns the keys of the joined composites of a line. */
function joinedKeys({ path, names }: SectionLine): string[] {
  let inner = path;
  return names.map((name, at) => {
    if (at > 0) inner = [...inner, 0, name];
    return keyOf(inner);
  });
}

/**
 * Returns the lines of the rows, and which composites are open.
 * @param shown `searched`: opens the composites that contain this text. `compared`: another version of the rows; at first, the composites
 * that differ from it are open. `isReadOnly`: omits the lines that add values
 */
export function useLines(
  rows: readonly Row[],
  definition: AttributeDefinition | undefined,
  structure: Structure,
  { searched, compared, isReadOnly }: { searched: string; compared: unknown; isReadOnly: boolean },
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const first = firstOpen(rows, definition, { structure, whole: none });
    return compared === undefined ? first : first.union(new Set(differentPaths(rows, compared).flatMap(keysAbove)));
  });
  const [whole, setWhole] = useState(none);
  const show = useShowText();
  const by = useMemo(() => ({ definition, structure, show }), [definition, structure, show]);
  const isSearching = searched !== '';
  /** The rows as users see them, or none without a search. They are not computed again when the search text changes. */
  const shown = useMemo(
    () => (isSearching ? rows.map((row) => shownInRows(row, by)).filter(isRow) : []),
    [rows, by, isSearching],
  );
  /** The paths of the values that contain the searched text, as stored or as displayed, or whose attribute has it in a name or label. */
  const foundPaths = useMemo(() => {
    if (searched === '') return [];
    return [
      ...pathsWith(rows, searched),
      ...pathsWith(shown, searched),
      ...labelledPaths(rows, by, searched.toLowerCase()),
    ];
  }, [rows, shown, by, searched]);
  const found = useMemo(() => new Set(foundPaths.map(keyOf)), [foundPaths]);
  const reveal = (paths: Iterable<Path>) =>
    setOpen((before) => before.union(new Set([...paths].flatMap((path) => [...keysAbove(path), keyOf(path)]))));
  const [opened, setOpened] = useState('');
  if (opened !== searched) {
    setOpened(searched);
    if (searched !== '') setOpen(open.union(new Set(foundPaths.flatMap(keysAbove))));
  }
  const lines = useMemo(
    () => linesOf(rows, definition, { structure, open, whole, isReadOnly }),
    [rows, definition, structure, open, whole, isReadOnly],
  );
  const firstFound = useMemo(
    () => (found.size === 0 ? -1 : lines.findIndex((line) => cellsOf(line).some((path) => found.has(keyOf(path))))),
    [lines, found],
  );
  const composites = useMemo(() => lines.flatMap(compositesOf), [lines]);
  return {
    lines,
    open,
    /** The keys of the values that match the search text. */
    found,
    /** The index of the first line with such a value, or -1 if there is none. */
    firstFound,
    setOpen,
    /** Opens composites and all composites that contain them. */
    reveal,
    toggle: (path: Path) => setOpen((before) => toggled(before, keyOf(path))),
    /** Shows or hides the attributes without a value in a composite. */
    toggleWhole(line: SectionLine | MoreLine) {
      setWhole((before) => toggled(before, keyOf(line.path)));
      // Composites that are no longer joined stay open.
      if (line.kind === 'section') setOpen((before) => before.union(new Set(joinedKeys(line))));
    },
    /** Shows the attributes without a value in a composite. */
    showWhole: (path: Path) => setWhole((before) => new Set([...before, keyOf(path)])),
    openAll: () => setOpen(allOpen(rows)),
    closeAll: () => setOpen(none),
    hasClosed: composites.some((key) => !open.has(key)),
    hasOpen: composites.some((key) => open.has(key)),
  };
}

export type Lines = ReturnType<typeof useLines>;
