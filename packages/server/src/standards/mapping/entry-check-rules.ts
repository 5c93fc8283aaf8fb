import type { ItemProblem, Mapping, MappingEntry } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { CheckedStandard, Target } from '../judge/checked-standard.ts';
import { createPathFinder, type PathFinder } from '../judge/target-identity.ts';
import { shown } from '../../structure/core.ts';

export interface Findings {
  problems: ItemProblem[];
  warnings: ItemProblem[];
}

/** Finds the target of an entry: by id or path, or for a child also by its name in the channel shape. */
export class EntryTargets {
  readonly #pathOf: PathFinder;
  readonly #targets: ReadonlyMap<string, Target>;

  constructor({ targets }: CheckedStandard) {
    this.#targets = targets;
    this.#pathOf = createPathFinder(targets.values());
  }

  /** @param entries the path of entries from the outermost one to the entry itself */
  find(entries: readonly MappingEntry[]): Target | undefined {
    let found: Target | undefined;
    for (const { target: name } of entries) {
      const child = found?.children.find(({ shapeName, id, path }) => [shapeName, id, path].includes(name));
      found = found === undefined ? this.#targets.get(this.#pathOf(name) ?? '') : child;
      if (found === undefined) return undefined;
    }
    return found;
  }
}

/** Judges the entries of a mapping: their targets, value maps and categories. Formulas are judged by `judgeFormulas`. */
export function judgeEntries(mapping: Mapping, standard: CheckedStandard, targets: EntryTargets): Findings {
  const findings: Findings = { problems: [], warnings: [] };
  judgeLevel(mapping.targets ?? [], '/targets', [], { mapping, standard, targets, findings });
  for (const [index, { target }] of (mapping.require ?? []).entries()) {
    if (targets.find([{ target }]) === undefined)
      findings.warnings.push({ ...problem('idle-entry', { target: shown(target) }), path: `/require/${index}/target` });
  }
  return findings;
}

interface EntryContext {
  mapping: Mapping;
  standard: CheckedStandard;
  targets: EntryTargets;
  findings: Findings;
}

function judgeLevel(
  entries: readonly MappingEntry[],
  pointer: string,
  around: readonly MappingEntry[],
  context: EntryContext,
): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const at = `${pointer}/${index}`;
    const { problems, warnings } = context.findings;
    const target = context.targets.find([...around, entry]);
    if (target === undefined) {
      warnings.push({ ...problem('idle-entry', { target: shown(entry.target) }), path: `${at}/target` });
      continue;
    }
    const name = JSON.stringify([target.path, [...(entry.categories ?? [])].sort()]);
    if (seen.has(name))
      problems.push({ ...problem('duplicate-entry', { target: shown(target.path) }), path: `${at}/target` });
    seen.add(name);
    judgeEntry(entry, target, at, context);
    judgeLevel(entry.children ?? [], `${at}/children`, [...around, entry], context);
  }
}

function judgeEntry(
  entry: MappingEntry,
  target: Target,
  at: string,
  { mapping, standard, findings }: EntryContext,
): void {
  const { problems, warnings } = findings;
  for (const member of ['rows', 'children'] as const) {
    if (entry[member] !== undefined && target.typeId !== 'composite')
      problems.push({
        ...problem('composite-needed', { target: shown(target.path), member }),
        path: `${at}/${member}`,
      });
  }
  const { map } = entry;
  if (map !== undefined && !Object.hasOwn(mapping.maps ?? {}, map))
    problems.push({ ...problem('unknown-value-map', { map: shown(map) }), path: `${at}/map` });
  for (const [index, id] of (entry.categories ?? []).entries()) {
    if (!standard.categories.has(id))
      warnings.push({
        ...problem('unknown-category', { kind: 'standard', category: shown(id) }),
        path: `${at}/categories/${index}`,
      });
  }
}
