export const enHistory = {
  open: 'Restore this state',
  title: (moment: string) => `Restore the product as of ${moment}`,
  text: 'These values change back. All others stay as they are. The change is one revision, and can be undone.',
  now: 'Now',
  past: 'Restored',
  confirm: (count: string) => (count === '1' ? 'Restore 1 value' : `Restore ${count} values`),
  done: (moment: string) => `Restored as of ${moment}`,
  changed:
    'The product has changed since the history was loaded. Nothing was saved. Close this and look at the history again.',
  person: 'Changed by',
  anyone: 'Anyone',
  source: 'Source',
  anySource: 'Any source',
  sources: { edit: 'Manual edit', bulk: 'Bulk edit', import: 'Import' },
  noMatch: 'No change matches.',
  noMatchYet: 'None of the newest changes match. Show more to look further back.',
};
export type HistoryTexts = typeof enHistory;
