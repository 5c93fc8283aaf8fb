import type { MappingEntry } from '@pimento/contract';
import { printFormula } from '@pimento/formula';
import {
  type Category,
  levelFor,
  listDemands,
  strongerLevel,
  type Target,
  type TargetDemands,
} from '../../standards/core.ts';
import type { HouseRules } from './house-rules.ts';
import type { ClientFormulas } from './formula-source.ts';
import type { MappingEntries } from './mapping-entries.ts';
import { outermostScope, type RowScope } from './row-scope.ts';
import { scalarSteps } from './scalar-steps.ts';
import { compileSource, type CompiledSource } from './source-compiler.ts';
import type { PlanList, TargetPlan, ValueOrigin } from './target-plan.ts';
import { OutputHash } from '../values/output-hash.ts';
import type { ListFinder } from '../values/value-check.ts';
import type { RulesetInput } from './ruleset-input.ts';

export interface PlanDeps {
  input: RulesetInput;
  formulas: ClientFormulas;
  entries: MappingEntries;
  houseRules: HouseRules;
  findList: ListFinder;
  /** Paths of the top-level targets that rules and conditions read. */
  readTargets: ReadonlySet<string>;
}

/** The inputs that are the same for all targets of a plan. */
interface PlanContext extends PlanDeps {
  category: Category | undefined;
  demands: ReadonlyMap<Target, TargetDemands>;
  purposes: ReadonlySet<string> | undefined;
}

/** The mapping entry of a composite, and the scope of its children. */
interface Parent {
  entry: MappingEntry | undefined;
  scope: RowScope;
}

/** Returns the plans of the top-level targets that apply to a category. */
export function compilePlans(category: Category | undefined, deps: PlanDeps): PlanList {
  const { standard, mapping } = deps.input;
  const demands = listDemands(standard, category);
  const purposes = mapping.purposes === undefined ? undefined : new Set(mapping.purposes);
  const context = { ...deps, category, demands, purposes };
  return compileTargets(standard.topLevel, { entry: undefined, scope: outermostScope }, context);
}

function compileTargets(targets: readonly Target[], parent: Parent, context: PlanContext): PlanList {
  const plans = targets.flatMap((target) => {
    const demands = context.demands.get(target);
    return demands === undefined ? [] : [compileTarget(target, demands, parent, context)];
  });
  return planListOf(plans);
}

function planListOf(plans: readonly TargetPlan[]): PlanList {
  return {
    plans,
    shapeNames: plans.map(({ target }) => target.shapeName),
    indexes: new Map(plans.map(({ target }, index) => [target.path, index])),
    dependent: plans.flatMap(({ demands }, index) => (demands.restriction.dependsOn === undefined ? [] : [index])),
  };
}

const hash = new OutputHash();

function compileTarget(target: Target, demands: TargetDemands, parent: Parent, context: PlanContext): TargetPlan {
  const { category, entries, findList, houseRules, purposes } = context;
  const entry = entries.find(target, parent.entry, category);
  const compiled: CompiledSource = compileSource(target, demands, entry, parent.scope, context);
  const children =
    target.typeId === 'composite'
      ? compileTargets(target.children, { entry, scope: compiled.childScope }, context)
      : planListOf([]);
  const levelInCategory = levelFor(demands.requirement, purposes);
  const level = strongerLevel(levelInCategory, houseRules.levelOf(target, category));
  return {
    target,
    demands,
    level,
    isDemandedByCategory:
      level === 'required' && levelFor(target.requirement, purposes) !== 'required' && levelInCategory === 'required',
    source: compiled.source.kind === 'unmapped' && hasSource(children.plans) ? oneRow : compiled.source,
    origin: originOf(target, entry, parent.scope, context),
    scalar: target.typeId === 'composite' ? undefined : scalarSteps(target, demands, findList),
    children,
    isRead: context.readTargets.has(target.path.split('/')[0] ?? ''),
    hashSeed: hash.seedOf(target.path),
  };
}

/** A composite without a mapping entry has one row if any of its children has a source. */
const oneRow: TargetPlan['source'] = { kind: 'rows', evaluate: undefined, addsRow: false };

function hasSource(children: readonly TargetPlan[]): boolean {
  return children.some(({ source }) => source.kind !== 'unmapped' && source.kind !== 'empty');
}

function originOf(
  target: Target,
  entry: MappingEntry | undefined,
  scope: RowScope,
  { formulas }: PlanContext,
): ValueOrigin {
  const tree = entry === undefined ? target.defaultFormula : undefined;
  const text = entry?.rows ?? entry?.value ?? (tree && printFormula(tree));
  const compiled = text === undefined || text.trim() === '' ? undefined : formulas.compile(text, target.name, scope);
  const keys = compiled !== undefined && 'formula' in compiled ? [...compiled.formula.dependencies.attributes] : [];
  return {
    from: entry === undefined ? 'standard' : 'mapping',
    formula: text,
    attributes: keys.map((key) => formulas.idOf(key)),
  };
}
