import type { Structure } from '../../session/structure.ts';

/** The available, visible and pinned columns, and the functions that change them. */
export interface ColumnChoice {
  structure: Structure;
  shown: string[];
  pinned: string[];
  onShown: (keys: string[] | undefined) => void;
  onPinned: (keys: string[]) => void;
}

/** Inserts a column after the name column, because this position is usually in view. If the name column is hidden, appends the column. */
export function addColumn(keys: readonly string[], key: string): string[] {
  const name = keys.indexOf('__NAME');
  return name < 0 ? [...keys, key] : keys.toSpliced(name + 1, 0, key);
}

/** Moves a column before another column. Returns undefined if both are the same column, or one of them is not visible. */
export function moveColumn(keys: readonly string[], key: string, before: string): string[] | undefined {
  if (key === before || !keys.includes(key) || !keys.includes(before)) return undefined;
  const others = keys.filter((one) => one !== key);
  return others.toSpliced(others.indexOf(before), 0, key);
}
