import type { Mapping, MappingEntry } from '@pimento/contract';
import type { CheckedStandard, Target } from '../judge/checked-standard.ts';
import { EntryTargets } from '../mapping/entry-check-rules.ts';

/** Returns the targets whose entries apply a value map, at any depth. */
export function targetsOfMap(
  { targets = [] }: Pick<Mapping, 'targets'>,
  standard: CheckedStandard,
  mapId: string,
): ReadonlySet<Target> {
  const finder = new EntryTargets(standard);
  const found = new Set<Target>();
  const visit = (entry: MappingEntry, around: readonly MappingEntry[]): void => {
    const entries = [...around, entry];
    const target = entry.map === mapId ? finder.find(entries) : undefined;
    if (target !== undefined) found.add(target);
    for (const child of entry.children ?? []) visit(child, entries);
  };
  for (const entry of targets) visit(entry, []);
  return found;
}
