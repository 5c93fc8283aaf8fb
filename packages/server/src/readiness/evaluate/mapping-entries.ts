import type { Mapping, MappingEntry } from '@pimento/contract';
import { type Category, categoryPath, type Target } from '../../standards/core.ts';

/** Finds the mapping entry of each target. */
export class MappingEntries {
  readonly #byPath: ReadonlyMap<string, readonly MappingEntry[]>;

  constructor({ targets = [] }: Mapping) {
    this.#byPath = Map.groupBy(targets, ({ target }) => target);
  }

  /**
   * Returns the mapping entry of a target, or undefined if it has none. The children of the parent's entry take precedence over all other
   * entries. If several entries have the same precedence, the one for the nearest category wins. The nearest category is the product's
   * category or one of its ancestors. Entries without categories come last.
   */
  find(target: Target, parent: MappingEntry | undefined, category: Category | undefined): MappingEntry | undefined {
    // READ_ONLY and HIDDEN targets get their values from the standard, so entries for them have no effect.
    if (target.isHidden || target.isReadOnly) return undefined;
    const children = (parent?.children ?? []).filter((entry) => isNameOf(entry.target, target));
    return chooseByCategory(children, category) ?? chooseByCategory(this.#byPath.get(target.path) ?? [], category);
  }
}

function isNameOf(name: string, target: Target): boolean {
  return name === target.shapeName || name === target.id || name === target.path;
}

function chooseByCategory(entries: readonly MappingEntry[], category: Category | undefined): MappingEntry | undefined {
  if (category !== undefined && entries.some(({ categories }) => categories !== undefined)) {
    for (const { id } of categoryPath(category).toReversed()) {
      const found = entries.find(({ categories }) => categories?.includes(id) === true);
      if (found !== undefined) return found;
    }
  }
  return entries.find(({ categories }) => categories === undefined);
}
