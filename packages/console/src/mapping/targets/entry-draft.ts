import type { MappingEntry, UnmappedAction } from '@pimento/contract';

/** The source of an entry's value. `none` means that the target has no entry. */
export type ValueSource = 'none' | 'formula' | 'empty';

export function sourceOf(entry: MappingEntry | undefined): ValueSource {
  if (entry === undefined) return 'none';
  return entry.value === '' && entry.rows === undefined && entry.children === undefined ? 'empty' : 'formula';
}

/** Returns the entry with a different source, or undefined for `none`. An entry of a composite gets children instead of a formula. */
export function withSource(
  entry: MappingEntry | undefined,
  source: ValueSource,
  { target, isComposite }: { target: string; isComposite: boolean },
): MappingEntry | undefined {
  const { categories } = entry ?? {};
  const kept = { target, ...(categories && { categories }) };
  if (source === 'none') return undefined;
  if (source === 'empty') return { ...kept, value: '' };
  // A single space represents a formula that the user has not written yet. An empty text cannot represent it, because an empty text leaves
  // the target empty on purpose.
  return isComposite ? { ...kept, children: [] } : { ...kept, value: ' ' };
}

/** Returns the entry with a new text. An empty text becomes a formula that has not been written yet. */
export const withValue = (entry: MappingEntry, value: string): MappingEntry => ({
  ...entry,
  value: value === '' ? ' ' : value,
});

/** Returns the entry with a new formula for its rows. An empty text removes the formula. */
export function withRows({ rows: _, ...entry }: MappingEntry, rows: string): MappingEntry {
  return rows.trim() === '' ? entry : { ...entry, rows };
}

/** Returns the entry with a different value map. Without a map, the action for unmapped values is removed as well. */
export function withMap({ map: _, unmapped, ...entry }: MappingEntry, map: string | null): MappingEntry {
  return map === null ? entry : { ...entry, map, ...(unmapped === undefined ? {} : { unmapped }) };
}

export type UnmappedChoice = 'default' | 'problem' | 'keep' | 'empty' | 'text';

export const choiceOf = (unmapped: UnmappedAction | undefined): UnmappedChoice =>
  unmapped === undefined ? 'default' : typeof unmapped === 'string' ? unmapped : 'text';

export function withUnmapped({ unmapped: _, ...entry }: MappingEntry, choice: UnmappedChoice, text = ''): MappingEntry {
  if (choice === 'default') return entry;
  return { ...entry, unmapped: choice === 'text' ? { text } : choice };
}

/** Returns the entry with a new entry for one child. `undefined` removes the child's entry. */
export function withChild(entry: MappingEntry, child: string, next: MappingEntry | undefined): MappingEntry {
  const { children = [] } = entry;
  const at = children.findIndex(({ target }) => target === child);
  const rest = children.filter(({ target }) => target !== child);
  return { ...entry, children: next === undefined ? rest : rest.toSpliced(at === -1 ? rest.length : at, 0, next) };
}

/**
 * Returns the entries to send. Trims formulas, and omits entries whose formula has not been written yet (see `withSource`) unless they have
 * child entries.
 */
export function finishedEntries(entries: readonly MappingEntry[]): MappingEntry[] {
  return entries.flatMap(({ value, children, ...entry }) => {
    const below = children && finishedEntries(children);
    const isUnwritten = value !== undefined && value !== '' && value.trim() === '';
    if (isUnwritten && (below ?? []).length === 0) return [];
    return [
      {
        ...entry,
        ...(value === undefined || isUnwritten ? {} : { value: value.trim() }),
        ...(below && { children: below }),
      },
    ];
  });
}
