import { type HouseRule, type Mapping, type RequirementLevel } from '@pimento/contract';
import { Problem, type Run, type Result } from '@pimento/formula';
import { type Category, categoryPath, strongerLevel, type Target } from '../../standards/core.ts';
import type { ClientFormulas } from './formula-source.ts';

interface ConditionalRule {
  rule: HouseRule;
  evaluate: (run: Run) => Result;
}

/** Requirements that the client adds to the standard. They can raise the level of a target but never lower it. */
export class HouseRules {
  readonly #always: readonly HouseRule[];
  readonly #conditional: readonly ConditionalRule[];

  constructor({ require: rules = [] }: Mapping, formulas: ClientFormulas) {
    this.#always = rules.filter(({ when }) => when === undefined);
    this.#conditional = rules.flatMap((rule) => {
      if (rule.when === undefined) return [];
      const compiled = formulas.compile(rule.when, rule.target);
      return 'formula' in compiled ? [{ rule, evaluate: compiled.formula.evaluate }] : [];
    });
  }

  /** Returns the highest level that unconditional rules demand for a target in a category. */
  levelOf(target: Target, category: Category | undefined): RequirementLevel {
    return this.#always
      .filter((rule) => rule.target === target.path && appliesIn(rule, category))
      .reduce<RequirementLevel>((level, rule) => strongerLevel(level, rule.level), 'optional');
  }

  /** Returns the first message among the unconditional rules for a target. @returns undefined if none of them has a message */
  messageOf(target: Target, category: Category | undefined): string | undefined {
    return this.#always.find(
      (rule) => rule.message !== undefined && rule.target === target.path && appliesIn(rule, category),
    )?.message;
  }

  /**
   * Returns the rules whose condition the product satisfies, by path of the target. If a target has several such rules, returns the one
   * with the highest level.
   */
  findTriggered(run: Run, category: Category | undefined): ReadonlyMap<string, HouseRule> {
    const triggered = new Map<string, HouseRule>();
    for (const { rule, evaluate } of this.#conditional) {
      if (!appliesIn(rule, category)) continue;
      run.startTarget();
      const holds = evaluate(run);
      if (holds instanceof Problem || holds !== true) continue;
      const other = triggered.get(rule.target);
      if (other === undefined || strongerLevel(other.level, rule.level) !== other.level)
        triggered.set(rule.target, rule);
    }
    return triggered;
  }
}

function appliesIn({ categories }: HouseRule, category: Category | undefined): boolean {
  if (categories === undefined) return true;
  return category !== undefined && categoryPath(category).some(({ id }) => categories.includes(id));
}
