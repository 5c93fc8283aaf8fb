import type { StandardRule } from '@pimento/contract';
import type { StandardTexts } from '../texts/en-standard.ts';

/** Describes what a rule requires. Returns undefined for a formula, which is shown unchanged. */
export function ruleText(
  { require, forbid, oneOf, atLeast = 1, restrict, unique }: StandardRule,
  { rule }: Pick<StandardTexts, 'rule'>,
  print: (value: number) => string,
): string | undefined {
  if (require) return rule.require(require.join(', '));
  if (forbid) return rule.forbid(forbid.join(', '));
  if (oneOf) return rule.oneOf(print(atLeast), oneOf.join(', '));
  if (restrict) return rule.restrict(Object.keys(restrict).join(', '));
  return unique && rule.unique(unique.join(', '));
}
