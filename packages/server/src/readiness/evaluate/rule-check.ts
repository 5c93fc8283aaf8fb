import {
  AttributeIndex,
  compileFormula,
  type Environment,
  type FormulaAttribute,
  type FormulaTree,
  Problem,
  type RawValue,
  type Result,
  Run,
  SlotTable,
} from '@pimento/formula';
import {
  type Category,
  categoryPath,
  type CheckedRule,
  type CheckedStandard,
  type Target,
} from '../../standards/core.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { fault, faultOfFormula } from '../values/evaluation-problem.ts';
import { rawTexts } from './scalar-evaluation.ts';
import type { TargetValues } from './target-value.ts';
import { type ListFinder, type ValueCheck, valueCheck } from '../values/value-check.ts';

type Condition = (run: Run) => Result;

interface CompiledRule {
  rule: CheckedRule;
  when: Condition | undefined;
  check: Condition | undefined;
  restrictions: readonly { target: Target; check: ValueCheck }[];
}

/** The rules of a standard, compiled. Their formulas read targets of the standard. */
export class StandardRules {
  readonly #rules: readonly CompiledRule[];
  readonly #slots = new SlotTable();

  constructor(standard: CheckedStandard, purposes: ReadonlySet<string> | undefined, findList: ListFinder) {
    const attributes = new AttributeIndex(standard.topLevel.map((target) => targetAttribute(target)));
    const compile = (tree: FormulaTree | undefined) =>
      tree && compileFormula(tree, { attributes, slots: this.#slots }).formula?.evaluate;
    this.#rules = standard.rules
      .filter(({ purposes: own }) => own === undefined || purposes === undefined || !own.isDisjointFrom(purposes))
      .map((rule) => ({
        rule,
        when: compile(rule.when),
        check: rule.part.kind === 'check' ? compile(rule.part.formula) : undefined,
        restrictions: restrictionsOf(rule, findList),
      }));
  }

  /** Paths of the top-level targets that formulas and restrictions of the rules read. */
  get readTargets(): readonly string[] {
    const listed = this.#rules.flatMap(({ restrictions }) =>
      restrictions.map(({ target }) => target.path.split('/')[0] ?? ''),
    );
    return [...this.#slots.names, ...listed];
  }

  judge(
    values: TargetValues,
    category: Category | undefined,
    environment: Environment,
    context: EvaluationContext,
  ): void {
    if (this.#rules.length === 0) return;
    const slots = this.#slots.names.map((name): RawValue => values.find(name)?.raw);
    const run = new Run(slots, environment);
    for (const compiled of this.#rules) {
      if (!appliesIn(compiled.rule, category)) continue;
      run.startTarget();
      if (compiled.when !== undefined && compiled.when(run) !== true) continue;
      judgeRule(compiled, values, run, context);
    }
  }
}

function judgeRule(
  { rule, check, restrictions }: CompiledRule,
  values: TargetValues,
  run: Run,
  context: EvaluationContext,
): void {
  const { part, level, message } = rule;
  switch (part.kind) {
    case 'require': {
      const code = level === 'error' ? 'required-missing' : 'recommended-missing';
      for (const target of missingOf(part.targets, values))
        context.add(level, target.path, fault(code, { attribute: target.name }), message);
      return;
    }
    case 'forbid':
      for (const target of part.targets)
        if (isFilledAt(target, values))
          context.add(level, target.path, fault('must-be-empty', { attribute: target.name }), message);
      return;
    case 'oneOf': {
      const { targets, atLeast } = part;
      if (targets.length - missingOf(targets, values).length >= atLeast) return;
      const found = fault('one-of-missing', { attributes: targets.map(({ name }) => name), atLeast });
      context.add(level, targets[0]?.path ?? null, found, message);
      return;
    }
    case 'check':
      judgeCheck(rule, check?.(run), context);
      return;
    case 'restrict':
      for (const { target, check: judge } of restrictions)
        for (const text of textsAt(target, values))
          for (const { fault: found } of judge(text) ?? []) context.add(level, target.path, found, message);
      return;
    case 'unique':
  }
}

/** Adds a problem to the context if the result of a rule's check is false or a problem. An empty result does not break the rule. */
function judgeCheck({ id, level, message }: CheckedRule, result: Result, context: EvaluationContext): void {
  if (result instanceof Problem) context.add(level, null, faultOfFormula(result, id), message);
  if (result === false) context.add(level, null, fault('rule-broken', { rule: id, explanation: message ?? null }));
}

/** Returns the targets without a value. Leaves out targets that do not apply in the category. */
function missingOf(targets: readonly Target[], values: TargetValues): Target[] {
  return targets.filter((target) => values.has(topOf(target)) && !isFilledAt(target, values));
}

function isFilledAt(target: Target, values: TargetValues): boolean {
  const found = values.find(topOf(target));
  if (found === undefined || target.parent === undefined) return found !== undefined;
  return textsOrRows(target, values).length > 0;
}

function topOf(target: Target): string {
  let top = target;
  while (top.parent !== undefined) top = top.parent;
  return top.path;
}

/** Returns the values of a target from all rows in which it occurs. */
function textsOrRows(target: Target, values: TargetValues): RawValue[] {
  if (target.parent === undefined) {
    const raw = values.find(target.path)?.raw;
    return raw === undefined || raw === null ? [] : [raw];
  }
  return textsOrRows(target.parent, values)
    .flatMap((raw) => (Array.isArray(raw) ? (raw as readonly RawValue[]) : [raw])) // checked with Array.isArray
    .flatMap((row) => {
      const isRow =
        typeof row === 'object' && row !== null && !Array.isArray(row) && Object.hasOwn(row, target.shapeName);
      return isRow ? [(row as Record<string, RawValue>)[target.shapeName]] : []; // the member exists, as checked above
    });
}

function textsAt(target: Target, values: TargetValues): string[] {
  return textsOrRows(target, values).flatMap((raw) => rawTexts(raw));
}

function appliesIn({ categories }: CheckedRule, category: Category | undefined): boolean {
  if (categories === undefined) return true;
  return category !== undefined && categoryPath(category).some((one) => categories.has(one));
}

function restrictionsOf({ part }: CheckedRule, findList: ListFinder): CompiledRule['restrictions'] {
  if (part.kind !== 'restrict') return [];
  return Array.from(part.restrictions).flatMap(([target, restriction]) => {
    const check = valueCheck(target, { ...target, restriction }, findList);
    return check === undefined ? [] : [{ target, check }];
  });
}

/** Converts a target to the form that formulas of the standard read. */
function targetAttribute(target: Target): FormulaAttribute {
  return {
    key: target.path,
    id: target.shapeName,
    name: target.name,
    storageName: target.parent === undefined ? target.path : target.shapeName,
    type: target.typeId,
    isMultiValue: target.isMultiValue,
    children: target.children.map((child) => targetAttribute(child)),
  };
}
