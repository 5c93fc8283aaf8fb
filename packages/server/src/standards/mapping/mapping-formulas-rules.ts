import type { Mapping, MappingEntry } from '@pimento/contract';

export interface MappingFormula {
  /** JSON Pointer into the mapping. */
  pointer: string;
  text: string;
  /**
   * The role of the formula. A formula with the role `rows`, or with the role `value` for a composite, returns rows. The formulas of the
   * children can read these rows.
   */
  role: 'condition' | 'value' | 'rows';
  /** The path of entries from the outermost one to the entry that contains the formula. Empty for formulas outside of `targets`. */
  entries: readonly MappingEntry[];
}

type Change = (formula: MappingFormula) => string;

/** Returns the mapping with each formula replaced by the result of `change`. Parents are visited before their children. */
export function changeFormulas(mapping: Mapping, change: Change): Mapping {
  const condition = (pointer: string, text: string) => change({ pointer, text, role: 'condition', entries: [] });
  const changed = { ...mapping };
  const { category, targets, require } = mapping;
  if (category?.rules !== undefined) {
    const rules = category.rules.map((rule, index) =>
      'when' in rule
        ? { ...rule, when: condition(`/category/rules/${index}/when`, rule.when) }
        : {
            ...rule,
            from: change({ pointer: `/category/rules/${index}/from`, text: rule.from, role: 'value', entries: [] }),
          },
    );
    changed.category = { ...category, rules };
  }
  if (targets !== undefined)
    changed.targets = targets.map((entry, index) => changeEntry(entry, `/targets/${index}`, [], change));
  if (require !== undefined)
    changed.require = require.map((rule, index) =>
      rule.when === undefined ? rule : { ...rule, when: condition(`/require/${index}/when`, rule.when) },
    );
  return changed;
}

function changeEntry(
  entry: MappingEntry,
  pointer: string,
  around: readonly MappingEntry[],
  change: Change,
): MappingEntry {
  const entries = [...around, entry];
  const { value, rows, children } = entry;
  const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';
  return {
    ...entry,
    ...(isFilled(rows) && { rows: change({ pointer: `${pointer}/rows`, text: rows, role: 'rows', entries }) }),
    ...(isFilled(value) && { value: change({ pointer: `${pointer}/value`, text: value, role: 'value', entries }) }),
    ...(children && {
      children: children.map((child, index) => changeEntry(child, `${pointer}/children/${index}`, entries, change)),
    }),
  };
}

export function listFormulas(mapping: Mapping): MappingFormula[] {
  const formulas: MappingFormula[] = [];
  changeFormulas(mapping, (formula) => {
    formulas.push(formula);
    return formula.text;
  });
  return formulas;
}
