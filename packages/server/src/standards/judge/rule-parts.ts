import { type RuleKind, ruleKinds, type StandardRule } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { jsonPointer } from '../../platform/core.ts';
import { shown } from '../../structure/core.ts';
import type { LinkContext } from './category-links.ts';
import type { RulePart, Target, TargetRestriction } from './checked-standard.ts';
import type { RuleFormulas } from './rule-formulas.ts';
import type { Place } from './standard-source.ts';
import { judgeTargetRestriction } from './target-restriction.ts';

/**
 * Judges the demand of a rule. A rule must have exactly one kind of demand.
 * @returns undefined if the rule does not have exactly one kind of demand, or if the formula of `check` is invalid
 */
export function judgePart(
  rule: StandardRule,
  place: Place,
  context: LinkContext,
  formulas: RuleFormulas,
): RulePart | undefined {
  const kinds = ruleKinds.filter((kind) => rule[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const parts = { kind: 'parts' as const, rule: shown(rule.id), parts: [...ruleKinds] };
    context.found.report(place, '', problem('invalid-rule', parts));
    return undefined;
  }
  if (kind === 'check') {
    const formula = formulas.judge(rule.check, place, '/check');
    return formula && { kind, formula };
  }
  if (kind === 'restrict') return { kind, restrictions: judgeRestrictions(rule, place, context) };
  const names = rule[kind] ?? [];
  const targets = listTargets(kind, names, place, context);
  if (kind !== 'oneOf') return { kind, targets };
  const { atLeast = 1 } = rule;
  if (atLeast > names.length) {
    const fault = { kind: 'at-least', rule: shown(rule.id), atLeast, count: names.length } as const;
    context.found.report(place, '/atLeast', problem('invalid-rule', fault));
  }
  return { kind, targets, atLeast };
}

function listTargets(kind: RuleKind, names: readonly string[], place: Place, context: LinkContext): Target[] {
  return names.flatMap((name, index) => findTarget(name, place, `/${kind}/${index}`, context) ?? []);
}

function findTarget(
  name: string,
  place: Place,
  pointer: string,
  { pathOf, targets, found }: LinkContext,
): Target | undefined {
  const target = targets.get(pathOf(name) ?? '');
  if (target === undefined) found.report(place, pointer, problem('unknown-target', { target: shown(name) }));
  return target;
}

function judgeRestrictions(
  { restrict = {} }: StandardRule,
  place: Place,
  context: LinkContext,
): ReadonlyMap<Target, TargetRestriction> {
  const restrictions = new Map<Target, TargetRestriction>();
  for (const [name, restriction] of Object.entries(restrict)) {
    const pointer = `/restrict${jsonPointer([name])}`;
    const target = findTarget(name, place, pointer, context);
    if (target !== undefined)
      restrictions.set(target, judgeTargetRestriction(restriction, target, { place, pointer }, context));
  }
  return restrictions;
}
