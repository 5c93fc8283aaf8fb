import { type Environment, Run } from '@pimento/formula';
import { type Category, categoryPath } from '../../standards/core.ts';
import { CategoryRules } from './category-choice.ts';
import { judgeDependencies } from './dependency-check.ts';
import { EvaluationContext } from './evaluation-context.ts';
import {
  type Evaluation,
  evaluationOf,
  type EvaluationParts,
  type RequirementCounts,
  type ShapedProduct,
  shapedProductOf,
  type Verdict,
  verdictOf,
} from './evaluation-result.ts';
import { fault } from '../values/evaluation-problem.ts';
import { ClientFormulas } from './formula-source.ts';
import { HouseRules } from './house-rules.ts';
import type { KnownAssets } from '../values/known-asset.ts';
import { MappingEntries } from './mapping-entries.ts';
import { evaluateOverride, type Override } from './override-value.ts';
import { compilePlans, type PlanDeps } from './plan-compiler.ts';
import { countTarget } from './requirement-count.ts';
import { outermostFrame } from './row-scope.ts';
import { StandardRules } from './rule-check.ts';
import type { EvaluatedProduct, RulesetInput } from './ruleset-input.ts';
import { ProductReader } from '../values/product-reader.ts';
import { compileEntries } from './source-compiler.ts';
import { evaluateTarget } from './target-evaluation.ts';
import type { PlanList, TargetPlan } from './target-plan.ts';
import { type TargetValue, TargetValues } from './target-value.ts';
import { packagingLinks } from './packaging-links.ts';
import { listFinder } from '../values/list-finder.ts';

/** Facts about a product that an evaluation reads in addition to the product's row. */
export interface ProductFacts {
  assets: KnownAssets;
  /** Values that people have set, by path of the target. */
  overrides: ReadonlyMap<string, Override>;
  /** The category that a person has set. */
  categoryOverride: string | undefined;
}

/** A standard and a mapping, compiled for the evaluation of many products. */
export class Ruleset {
  readonly formulas: ClientFormulas;
  readonly #input: RulesetInput;
  readonly #deps: PlanDeps;
  readonly #categories: CategoryRules;
  readonly #rules: StandardRules;
  readonly #plans = new Map<Category | undefined, PlanList>();
  #reader: ProductReader;

  /** @param formulas formulas that were compiled for the same attributes, account fields, value maps and tables */
  constructor(input: RulesetInput, formulas = new ClientFormulas(input)) {
    const { standard, mapping } = input;
    this.#input = input;
    this.formulas = formulas;
    const findList = listFinder(input);
    this.#rules = new StandardRules(standard, mapping.purposes && new Set(mapping.purposes), findList);
    this.#categories = new CategoryRules(standard, mapping, this.formulas);
    this.#deps = {
      input,
      formulas: this.formulas,
      entries: new MappingEntries(mapping),
      houseRules: new HouseRules(mapping, this.formulas),
      findList,
      readTargets: readTargetsOf(input, this.#rules),
    };
    compileEntries(standard, mapping, this.formulas);
    this.#reader = new ProductReader(this.formulas.slots.names);
  }

  /** True if evaluations read files. */
  get readsAssets(): boolean {
    if (this.formulas.dependencies.readsAssets) return true;
    return [...this.#input.standard.targets.values()].some(({ typeId }) => typeId === 'asset');
  }

  findCategory(id: string | null): Category | undefined {
    return id === null ? undefined : this.#input.standard.categories.get(id);
  }

  /** Returns the plans of the top-level targets that apply to products of a category. */
  plansOf(category: Category | undefined): PlanList {
    let list = this.#plans.get(category);
    if (list === undefined) {
      list = compilePlans(category, this.#deps);
      this.#plans.set(category, list);
    }
    return list;
  }

  /**
   * Evaluates one product. Never throws, whatever the product contains.
   * @param targets paths of top-level targets. If given, the result has only problems of these targets, up to 100 of each target
   */
  evaluate(product: EvaluatedProduct, facts: ProductFacts, targets?: readonly string[]): Evaluation {
    return evaluationOf(this.#judge(product, facts, targets));
  }

  /** Evaluates one product like `evaluate`, but does not return its shape, so that many verdicts need little memory. */
  judge(product: EvaluatedProduct, facts: ProductFacts): Verdict {
    return verdictOf(this.#judge(product, facts));
  }

  /** Returns one product in the channel shape, without checking its values or applying the rules of the standard. */
  shape(product: EvaluatedProduct, facts: ProductFacts): ShapedProduct {
    return shapedProductOf(this.#compute(product, facts, { isJudging: false }));
  }

  #judge(product: EvaluatedProduct, facts: ProductFacts, targets?: readonly string[]): EvaluationParts {
    const parts = this.#compute(product, facts, { isJudging: true, targets });
    const { values, choice, context } = parts;
    this.#rules.judge(values, choice.category, context.run.environment, context);
    return parts;
  }

  #compute(
    product: EvaluatedProduct,
    facts: ProductFacts,
    { isJudging, targets }: { isJudging: boolean; targets?: readonly string[] | undefined },
  ): EvaluationParts {
    const environment = this.#environmentOf(product, facts);
    const run = new Run(this.#reader.read(product), environment);
    const context = new EvaluationContext(run, facts.assets, isJudging, targets);
    const choice = this.#categories.choose(run, facts.categoryOverride);
    if (choice.fault !== undefined) context.add('error', null, choice.fault);
    const { category } = choice;
    const list = this.plansOf(category);
    const path = category === undefined ? [] : categoryPath(category).map(({ name }) => name);
    run.startProduct(this.#slotsFor(product, run), { ...environment, categoryPath: path });
    const counts: RequirementCounts = { required: 0, filled: 0, recommended: 0, recommendedFilled: 0 };
    const values = this.#evaluateTargets(list, category, facts, counts, context);
    return { choice, counts, values, context };
  }

  /** Reads the product again if formulas were compiled since the last read, because these formulas may need further attributes. */
  #slotsFor(product: EvaluatedProduct, run: Run): Run['slots'] {
    const { names } = this.formulas.slots;
    if (this.#reader.reads(names)) return run.slots;
    this.#reader = new ProductReader(names);
    return this.#reader.read(product);
  }

  #evaluateTargets(
    list: PlanList,
    category: Category | undefined,
    facts: ProductFacts,
    counts: RequirementCounts,
    context: EvaluationContext,
  ): TargetValues {
    const { houseRules } = this.#deps;
    const triggered = houseRules.findTriggered(context.run, category);
    const values: (TargetValue | undefined)[] = [];
    for (const plan of list.plans) {
      const before = context.problemCount;
      context.run.startTarget();
      const value = this.#evaluateOne(plan, facts, context);
      const hasFailed = value === undefined && context.problemCount > before;
      const rule = triggered.size === 0 ? undefined : triggered.get(plan.target.path);
      // The message of a house rule is used only for missing values.
      const message = value === undefined ? (rule?.message ?? houseRules.messageOf(plan.target, category)) : undefined;
      countTarget({ plan, value, hasFailed, raisedTo: rule?.level, message }, counts, context);
      values.push(value);
    }
    judgeDependencies(list, values, context);
    return new TargetValues(list, values);
  }

  #evaluateOne(plan: TargetPlan, { overrides }: ProductFacts, context: EvaluationContext): TargetValue | undefined {
    const { path, name } = plan.target;
    const override = overrides.size === 0 ? undefined : overrides.get(path);
    if (override === undefined) return evaluateTarget(plan, outermostFrame, context);
    if (override.isOutdated) context.add('warning', path, fault('override-outdated', { attribute: name }));
    return evaluateOverride(plan, override.value, context);
  }

  #environmentOf({ packaging }: EvaluatedProduct, { assets }: ProductFacts): Environment {
    const { asOf, accountFields } = this.#input;
    return {
      asOf,
      accountFields,
      categoryPath: [],
      findAsset: (id) => {
        const asset = assets.get(id);
        return asset?.state === 'ready' ? asset.facts : undefined;
      },
      packaging: packagingLinks(packaging),
    };
  }
}

function readTargetsOf({ standard }: RulesetInput, rules: StandardRules): ReadonlySet<string> {
  const dependent = [...standard.targets.values()].flatMap((target) => {
    const { dependsOn } = target.restriction;
    return dependsOn === undefined ? [] : [target.path, dependsOn].map((path) => path.split('/')[0] ?? '');
  });
  const ruled = standard.rules.flatMap(({ part }) =>
    'targets' in part
      ? part.targets.filter(({ parent }) => parent !== undefined).map(({ path }) => path.split('/')[0] ?? '')
      : [],
  );
  return new Set([...rules.readTargets, ...dependent, ...ruled]);
}
