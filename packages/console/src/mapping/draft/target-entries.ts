import type { Mapping, MappingEntry } from '@pimento/contract';

export const entriesOf = ({ targets = [] }: Mapping, path: string): MappingEntry[] =>
  targets.filter(({ target }) => target === path);

/**
 * Returns the paths of the targets whose entries differ between the draft and the published version. The targets of the draft come first,
 * in its order.
 */
export function changedTargets(draft: Mapping, published: Mapping | undefined): string[] {
  const paths = new Set([...(draft.targets ?? []), ...(published?.targets ?? [])].map(({ target }) => target));
  const textOf = (mapping: Mapping | undefined, path: string) =>
    JSON.stringify(mapping === undefined ? [] : entriesOf(mapping, path));
  return [...paths].filter((path) => textOf(draft, path) !== textOf(published, path));
}

/** Returns entries as text, one line per formula, so that two versions can be compared. */
export function entriesText(entries: readonly MappingEntry[]): string {
  return entries.flatMap((entry) => entryLines(entry, '')).join('\n');
}

function entryLines({ value, rows, map, children = [], categories }: MappingEntry, indent: string): string[] {
  const formula = rows ?? value;
  const own = [
    ...(categories === undefined ? [] : [`[${categories.join(', ')}]`]),
    ...(formula === undefined ? [] : [formula === '' ? '∅' : formula]),
    ...(map === undefined ? [] : [`→ ${map}`]),
  ].join(' ');
  const below = children.flatMap((child) =>
    entryLines(child, `${indent}  `).map((line, at) =>
      at === 0 ? `${indent}  ${child.target}: ${line.trim()}` : line,
    ),
  );
  return [...(own === '' ? [] : [indent + own]), ...below];
}
