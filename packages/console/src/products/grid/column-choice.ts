import type { Structure } from '../../session/structure.ts';

/** The available, shown and pinned columns, and how to change them. */
export interface ColumnChoice {
  structure: Structure;
  shown: string[];
  pinned: string[];
  onShown: (keys: string[] | undefined) => void;
  onPinned: (keys: string[]) => void;
}

/** The columns with one moved before another; undefined if nothing changes, also if something other than a column was dropped. */
export function moveColumn(keys: readonly string[], key: string, before: string): string[] | undefined {
  if (key === before || !keys.includes(key)) return undefined;
  const others = keys.filter((one) => one !== key);
  return others.toSpliced(others.indexOf(before), 0, key);
}
