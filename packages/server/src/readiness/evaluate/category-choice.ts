import type { CategoryReason, Mapping } from '@pimento/contract';
import { type Result, type Run, shown, toText, type ValueMap } from '@pimento/formula';
import { type Category, type CheckedStandard, isAssignable } from '../../standards/core.ts';
import { type Fault, fault } from '../values/evaluation-problem.ts';
import type { ClientFormulas } from './formula-source.ts';

type Rule = { evaluate: (run: Run) => Result; reason: CategoryReason } & (
  | { kind: 'when'; category: string }
  | { kind: 'map'; map: ValueMap | undefined }
);

export type CategoryChoice =
  | { category: Category; reason: CategoryReason; fault?: never }
  | { category: undefined; reason: null; fault?: Fault };

const byOverride: CategoryReason = { from: 'override', rule: null };
const byOtherwise: CategoryReason = { from: 'otherwise', rule: null };

/**
 * Chooses the channel category of a product. The category that a person has set comes first, then the category of the first rule that
 * returns an assignable one, then the default category `otherwise` of the mapping.
 */
export class CategoryRules {
  readonly #standard: CheckedStandard;
  readonly #rules: readonly Rule[];
  readonly #otherwise: string | undefined;

  constructor(standard: CheckedStandard, { category = {} }: Mapping, formulas: ClientFormulas) {
    this.#standard = standard;
    this.#otherwise = category.otherwise ?? undefined;
    this.#rules = (category.rules ?? []).flatMap((rule, index): Rule[] => {
      const formula = 'when' in rule ? rule.when : rule.from;
      const compiled = formulas.compile(formula, '');
      if ('fault' in compiled) return [];
      const { evaluate } = compiled.formula;
      const map = 'when' in rule ? null : rule.map;
      const reason: CategoryReason = { from: 'rule', rule: { number: index + 1, formula, map } };
      if ('when' in rule) return [{ kind: 'when', evaluate, reason, category: rule.category }];
      return [{ kind: 'map', evaluate, reason, map: formulas.maps.get(rule.map) }];
    });
  }

  /** @param override the category that a person has set */
  choose(run: Run, override: string | undefined): CategoryChoice {
    if (this.#standard.categories.size === 0) return { category: undefined, reason: null };
    if (override !== undefined) return this.#find(override, byOverride);
    let refused: Fault | undefined;
    let unmapped: string | undefined;
    for (const rule of this.#rules) {
      run.startTarget();
      const value = rule.evaluate(run);
      const text = rule.kind === 'map' ? textOf(value) : undefined;
      const id = rule.kind === 'map' ? text && rule.map?.find(text) : value === true ? rule.category : undefined;
      if (id === undefined) unmapped ??= text;
      else {
        const choice = this.#find(id, rule.reason);
        if (choice.fault === undefined) return choice;
        refused ??= choice.fault;
      }
    }
    if (this.#otherwise !== undefined) return this.#find(this.#otherwise, byOtherwise);
    return {
      category: undefined,
      reason: null,
      fault: refused ?? fault('no-category', { value: unmapped ? shown(unmapped) : null }),
    };
  }

  #find(id: string, reason: CategoryReason): CategoryChoice {
    const category = this.#standard.categories.get(id);
    const refuse = (found: Fault): CategoryChoice => ({ category: undefined, reason: null, fault: found });
    if (category === undefined) return refuse(fault('unknown-category', { kind: 'product', category: shown(id) }));
    if (isAssignable(this.#standard, category)) return { category, reason };
    return refuse(fault('category-not-leaf', { category: category.name }));
  }
}

function textOf(value: Result): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'object' && 'code' in value) return undefined;
  const text = toText(value);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
