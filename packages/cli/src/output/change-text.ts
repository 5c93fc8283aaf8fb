import type { ChangeCounts, StandardChange } from '@pimento/contract/wire';
import { formatTable } from './table.ts';

const count = (number: number, one: string) => `${number} ${one}`;

/** Formats the numbers of changes by class, the most serious class first. */
export function countsText({ breaking, warning, idle, harmless }: ChangeCounts): string {
  return [
    count(breaking, 'breaking'),
    count(warning, 'warning'),
    count(idle, 'idle'),
    count(harmless, 'harmless'),
  ].join(' · ');
}

export function changeTable(changes: readonly StandardChange[]): string {
  const rows = changes.map(({ class: one, change, kind, id, listId, members = [] }) => [
    one,
    change,
    kind,
    listId === undefined ? id : `${listId}: ${id}`,
    members.join(', '),
  ]);
  return formatTable(['class', 'change', 'kind', 'id', 'members'], rows);
}
