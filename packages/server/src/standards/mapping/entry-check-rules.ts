import type { ItemProblem, Mapping, MappingEntry } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { CheckedStandard, Target } from '../judge/checked-standard.ts';
import { nearestName } from '../../platform/core.ts';
import { createPathFinder, type PathFinder } from '../judge/target-identity.ts';
import { shown } from '../../structure/core.ts';

export interface Findings {
  problems: ItemProblem[];
  warnings: ItemProblem[];
}

/** Maximum number of suggestions in one check, because each suggestion compares a name with the names of all targets. */
const maxSuggestions = 50;

/**
 * Finds the target of an entry by its path or, for a child, also by its id or its name in the channel shape. Evaluations use the same
 * rules.
 */
export class EntryTargets {
  readonly #pathOf: PathFinder;
  readonly #targets: ReadonlyMap<string, Target>;
  #suggestions = 0;

  constructor({ targets }: CheckedStandard) {
    this.#targets = targets;
    this.#pathOf = createPathFinder(targets.values());
  }

  /** Returns the target of an entry, or undefined if it does not exist. @param entries the entry, after the entries that contain it */
  find(entries: readonly MappingEntry[]): Target | undefined {
    let found: Target | undefined;
    for (const { target: name } of entries) {
      const child = found?.children.find(({ shapeName, id, path }) => [shapeName, id, path].includes(name));
      found = found === undefined ? this.#targets.get(name) : child;
      if (found === undefined) return undefined;
    }
    return found;
  }

  /** Returns the name of the target that an entry without a target probably means. @returns null if there is none */
  suggest(entries: readonly MappingEntry[]): string | null {
    const name = entries.at(-1)?.target ?? '';
    const parent = entries.length > 1 ? this.find(entries.slice(0, -1)) : undefined;
    const path = parent === undefined ? this.#pathOf(name) : undefined;
    if (path !== undefined) return path;
    this.#suggestions += 1;
    if (this.#suggestions > maxSuggestions) return null;
    const known = parent === undefined ? [...this.#targets.keys()] : parent.children.map(({ shapeName }) => shapeName);
    return nearestName(name, known) ?? null;
  }
}

/**
 * Judges the targets, value maps and categories of a mapping's entries, and the targets that the mapping requires. Formulas are judged by
 * `judgeFormulas`.
 */
export function judgeEntries(mapping: Mapping, standard: CheckedStandard, targets: EntryTargets): Findings {
  const findings: Findings = { problems: [], warnings: [] };
  judgeLevel(mapping.targets ?? [], '/targets', [], { mapping, standard, targets, findings });
  for (const [index, { target }] of (mapping.require ?? []).entries()) {
    if (targets.find([{ target }]) === undefined)
      findings.warnings.push({ ...idle([{ target }], targets), path: `/require/${index}/target` });
  }
  return findings;
}

function idle(entries: readonly MappingEntry[], targets: EntryTargets) {
  const target = shown(entries.at(-1)?.target ?? '');
  return problem('idle-entry', { target, suggestion: targets.suggest(entries) });
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
      warnings.push({ ...idle([...around, entry], context.targets), path: `${at}/target` });
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
