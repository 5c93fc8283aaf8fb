import { type StandardRule, standardRuleSchema } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { shown } from '../../structure/core.ts';
import type { LinkContext } from './category-links.ts';
import type { Category, CheckedRule } from './checked-standard.ts';
import { createRuleFormulas, type RuleFormulas } from './rule-formulas.ts';
import { judgePart } from './rule-parts.ts';
import type { Place, SourceItem } from './standard-source.ts';

export interface RuleContext extends LinkContext {
  categories: ReadonlyMap<string, Category>;
}

/**
 * Judges the rules in their order.
 * @param context undefined if the head could not be read. Only the form and the ids of the rules are then judged, and none is returned.
 */
export function judgeRules(
  sources: readonly SourceItem[],
  context: RuleContext | undefined,
  found: LinkContext['found'],
): CheckedRule[] {
  const ids = new Set<string>();
  const formulas = context && createRuleFormulas(context);
  return sources.flatMap((source) => {
    const rule = found.read(source, standardRuleSchema);
    if (rule === undefined) return [];
    if (ids.has(rule.id))
      found.report(source.place, '/id', problem('invalid-rule', { kind: 'duplicate', rule: shown(rule.id) }));
    ids.add(rule.id);
    return context === undefined || formulas === undefined
      ? []
      : (readRule(rule, source.place, context, formulas) ?? []);
  });
}

function readRule(
  rule: StandardRule,
  place: Place,
  context: RuleContext,
  formulas: RuleFormulas,
): CheckedRule | undefined {
  const part = judgePart(rule, place, context, formulas);
  const when = formulas.judge(rule.when, place, '/when');
  const categories = rule.categories && listCategories(rule.categories, place, context);
  for (const [index, purpose] of (rule.purposes ?? []).entries()) {
    if (!context.purposes.has(purpose))
      context.found.report(
        place,
        `/purposes/${index}`,
        problem('invalid-field', { kind: 'purpose', purpose: shown(purpose) }),
      );
  }
  if (part === undefined) return undefined;
  const { id, level = 'error', message } = rule;
  return { id, part, when, categories, purposes: rule.purposes && new Set(rule.purposes), level, message, body: rule };
}

function listCategories(
  ids: readonly string[],
  place: Place,
  { categories, found }: RuleContext,
): ReadonlySet<Category> {
  const listed = new Set<Category>();
  for (const [index, id] of ids.entries()) {
    const category = categories.get(id);
    if (category === undefined)
      found.report(
        place,
        `/categories/${index}`,
        problem('unknown-category', { kind: 'standard', category: shown(id) }),
      );
    else listed.add(category);
  }
  return listed;
}
