import { type Environment, Run, type RawValue } from '@pimento/formula';
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
import { StandardRules, type TargetValues } from './rule-check.ts';
import type { EvaluatedProduct, RulesetInput } from './ruleset-input.ts';
import { StoredScanner } from '../values/stored-scanner.ts';
import { compileEntries } from './source-compiler.ts';
import { evaluateTarget } from './target-evaluation.ts';
import type { TargetPlan } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';
import { packagingLinks } from './packaging-links.ts';
import { listFinder } from './list-finder.ts';

/** What an evaluation reads about a product besides the product's own row. */
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
  readonly #plans = new Map<Category | undefined, readonly TargetPlan[]>();
  #scanner: StoredScanner;
  #scanned = 0;

  constructor(input: RulesetInput) {
    const { standard, mapping } = input;
    this.#input = input;
    this.formulas = new ClientFormulas(input);
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
    this.#scanner = new StoredScanner(this.formulas.slots.names);
    this.#scanned = this.formulas.slots.names.length;
  }

  /** True if evaluations read files. */
  get readsAssets(): boolean {
    if (this.formulas.dependencies.readsAssets) return true;
    return [...this.#input.standard.targets.values()].some(({ typeId }) => typeId === 'asset');
  }

  findCategory(id: string | null): Category | undefined {
    return id === null ? undefined : this.#input.standard.categories.get(id);
  }

  /** Returns the targets that apply to products of a category. */
  plansOf(category: Category | undefined): readonly TargetPlan[] {
    let plans = this.#plans.get(category);
    if (plans === undefined) {
      plans = compilePlans(category, this.#deps);
      this.#plans.set(category, plans);
    }
    return plans;
  }

  /** Evaluates one product. Never throws, regardless of the contents of the product. */
  evaluate(product: EvaluatedProduct, facts: ProductFacts): Evaluation {
    const parts = this.#compute(product, facts);
    const { values, choice, context } = parts;
    this.#rules.judge(values, choice.category, context.run.environment, context);
    return evaluationOf(parts);
  }

  /** Returns one product in the channel shape, without applying the rules of the standard. */
  shape(product: EvaluatedProduct, facts: ProductFacts): ShapedProduct {
    return shapedProductOf(this.#compute(product, facts));
  }

  #compute(product: EvaluatedProduct, facts: ProductFacts): EvaluationParts {
    const run = new Run(this.#read(product), this.#environmentOf(product, facts, []));
    const context = new EvaluationContext(run, facts.assets);
    const choice = this.#categories.choose(run, facts.categoryOverride);
    if (choice.fault !== undefined) context.add('error', null, choice.fault);
    const { category } = choice;
    const plans = this.plansOf(category);
    // The first product of a category compiles further formulas, which may read further attributes.
    const slots = this.formulas.slots.names.length > this.#scanned ? this.#read(product) : run.slots;
    const path = category === undefined ? [] : categoryPath(category).map(({ name }) => name);
    run.startProduct(slots, this.#environmentOf(product, facts, path));
    const counts: RequirementCounts = { required: 0, filled: 0, recommended: 0, recommendedFilled: 0 };
    const values = this.#evaluateTargets(plans, category, facts, counts, context);
    return { choice, counts, values, context };
  }

  #evaluateTargets(
    plans: readonly TargetPlan[],
    category: Category | undefined,
    facts: ProductFacts,
    counts: RequirementCounts,
    context: EvaluationContext,
  ): TargetValues {
    const { houseRules } = this.#deps;
    const triggered = houseRules.findTriggered(context.run, category);
    const values = new Map<string, { plan: TargetPlan; value: TargetValue | undefined }>();
    for (const plan of plans) {
      const before = context.problemCount;
      context.run.startTarget();
      const value = this.#evaluateOne(plan, facts, context);
      const hasFailed = value === undefined && context.problemCount > before;
      const rule = triggered.get(plan.target.path);
      const message = rule?.message ?? houseRules.messageOf(plan.target, category);
      countTarget({ plan, value, hasFailed, raisedTo: rule?.level, message }, counts, context);
      values.set(plan.target.path, { plan, value });
    }
    judgeDependencies(filledOf(values), context);
    return values;
  }

  #evaluateOne(plan: TargetPlan, { overrides }: ProductFacts, context: EvaluationContext): TargetValue | undefined {
    const { path, name } = plan.target;
    const override = overrides.size === 0 ? undefined : overrides.get(path);
    if (override === undefined) return evaluateTarget(plan, outermostFrame, context);
    if (override.isOutdated) context.add('warning', path, fault('override-outdated', { attribute: name }));
    return evaluateOverride(plan, override.value, context);
  }

  #read(product: EvaluatedProduct): RawValue[] {
    const { names } = this.formulas.slots;
    if (names.length > this.#scanned) {
      this.#scanner = new StoredScanner(names);
      this.#scanned = names.length;
    }
    const slots: RawValue[] = Array.from({ length: names.length });
    this.#scanner.scan(product.values, slots);
    for (const [id, value] of reservedValues(product)) {
      const slot = names.indexOf(id);
      if (slot !== -1) slots[slot] = value;
    }
    return slots;
  }

  #environmentOf({ packaging }: EvaluatedProduct, { assets }: ProductFacts, path: readonly string[]): Environment {
    const { asOf, accountFields } = this.#input;
    return {
      asOf,
      accountFields,
      categoryPath: path,
      findAsset: (id) => {
        const asset = assets.get(id);
        return asset?.state === 'ready' ? asset.facts : undefined;
      },
      packaging: packagingLinks(packaging),
    };
  }
}

/** Returns the reserved fields. They are stored in columns; no attribute has one of their names. */
function reservedValues({
  productId,
  name,
  family,
  category,
  primaryAsset,
}: EvaluatedProduct): [string, string | null][] {
  return [
    ['__ID', productId],
    ['__NAME', name],
    ['__FAMILY', family],
    ['__CATEGORY', category],
    ['PRIMARY_ASSET', primaryAsset],
  ];
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

function filledOf(values: TargetValues): ReadonlyMap<TargetPlan, TargetValue> {
  const filled = new Map<TargetPlan, TargetValue>();
  for (const { plan, value } of values.values()) if (value !== undefined) filled.set(plan, value);
  return filled;
}
