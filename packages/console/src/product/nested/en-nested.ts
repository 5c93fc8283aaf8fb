export const enNested = {
  rows: (count: number) => (count === 1 ? '1 row' : `${count} rows`),
  noRows: 'no rows',
  open: (name: string) => `Show ${name}`,
  close: (name: string) => `Hide ${name}`,
  more: (count: number) => (count === 1 ? '1 more attribute' : `${count} more attributes`),
  fewer: 'Hide empty attributes',
  showAll: 'Show all',
  showRows: (count: number) => `Show all ${count} rows`,
  openAll: 'Expand all',
  closeAll: 'Collapse all',
  cell: (name: string, position: number, of: string) => `${name}, row ${position} of ${of}`,
  row: (position: number, of: string) => `row ${position} of ${of}`,
  acts: {
    add: (of: string) => `Add row to ${of}`,
    duplicate: (row: string) => `Duplicate ${row}`,
    up: (row: string) => `Move ${row} up`,
    down: (row: string) => `Move ${row} down`,
    remove: (row: string) => `Remove ${row}`,
  },
  undo: 'Undo',
  pasted: (written: number, skipped: number) =>
    `${written === 1 ? '1 cell pasted' : `${written} cells pasted`}${skipped > 0 ? `, ${skipped} did not fit` : ''}`,
  keys: 'Enter or F2 edits a cell, Tab goes to the next, Esc restores it. Ctrl Enter saves.',
  keysOfRows: 'Alt Enter adds a row, Alt ↑ ↓ moves it, Alt Shift ↓ duplicates it, Alt Delete removes it.',
  keysOfLevels: '→ and ← open and close a composite, + shows its attributes without a value.',
  history: (cell: string) => `History of ${cell}`,
  historyOf: 'History of a stored value',
  keysOfHistory: 'Alt H shows the history of a stored value.',
  tools: (of: string) => `Rows of ${of}`,
  help: 'Keys',
};

export type NestedTexts = typeof enNested;
