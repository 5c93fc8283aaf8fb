import type { Mapping } from '@pimento/contract';
import { type Result, type Run, shown, toText, type ValueMap } from '@pimento/formula';
import { type Category, type CheckedStandard, isAssignable } from '../../standards/core.ts';
import { type Fault, fault } from '../values/evaluation-problem.ts';
import type { ClientFormulas } from './formula-source.ts';

type Rule =
  | { kind: 'when'; evaluate: (run: Run) => Result; category: string }
  | { kind: 'map'; evaluate: (run: Run) => Result; map: ValueMap | undefined };

export type CategoryChoice = { category: Category | undefined; fault?: never } | { category: undefined; fault: Fault };

/** Chooses the channel category of a product: the first rule that returns an assignable category, else `otherwise`. */
export class CategoryRules {
  readonly #standard: CheckedStandard;
  readonly #rules: readonly Rule[];
  readonly #otherwise: string | undefined;

  constructor(standard: CheckedStandard, { category = {} }: Mapping, formulas: ClientFormulas) {
    this.#standard = standard;
    this.#otherwise = category.otherwise ?? undefined;
    this.#rules = (category.rules ?? []).flatMap((rule): Rule[] => {
      const compiled = formulas.compile('when' in rule ? rule.when : rule.from, '');
      if ('fault' in compiled) return [];
      const { evaluate } = compiled.formula;
      if ('when' in rule) return [{ kind: 'when', evaluate, category: rule.category }];
      return [{ kind: 'map', evaluate, map: formulas.maps.get(rule.map) }];
    });
  }

  /** @param override the category that a person set */
  choose(run: Run, override: string | undefined): CategoryChoice {
    if (this.#standard.categories.size === 0) return { category: undefined };
    if (override !== undefined) return this.#find(override);
    let refused: Fault | undefined;
    let unmapped: string | undefined;
    for (const rule of this.#rules) {
      run.startTarget();
      const value = rule.evaluate(run);
      const text = rule.kind === 'map' ? textOf(value) : undefined;
      const id = rule.kind === 'map' ? text && rule.map?.find(text) : value === true ? rule.category : undefined;
      if (id === undefined) unmapped ??= text;
      else {
        const choice = this.#find(id);
        if (choice.fault === undefined) return choice;
        refused ??= choice.fault;
      }
    }
    if (this.#otherwise !== undefined) return this.#find(this.#otherwise);
    return {
      category: undefined,
      fault: refused ?? fault('no-category', { value: unmapped ? shown(unmapped) : null }),
    };
  }

  #find(id: string): CategoryChoice {
    const category = this.#standard.categories.get(id);
    if (category === undefined)
      return { category: undefined, fault: fault('unknown-category', { kind: 'product', category: shown(id) }) };
    if (isAssignable(this.#standard, category)) return { category };
    return { category: undefined, fault: fault('category-not-leaf', { category: category.name }) };
  }
}

function textOf(value: Result): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'object' && 'code' in value) return undefined;
  const text = toText(value);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
