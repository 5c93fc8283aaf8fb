import { AttributeIndex, type FormulaTree } from '@pimento/formula';
import type { LinkContext } from './category-links.ts';
import { formulaProblem, judgeCondition } from './formula-check.ts';
import type { Place } from './standard-source.ts';
import { formulaAttributesOf } from './target-tree.ts';

/** Compiles the formulas of rules, which read targets. */
export interface RuleFormulas {
  judge(text: string | undefined, place: Place, pointer: string): FormulaTree | undefined;
}

/** Creates an object that judges the formulas of rules. It indexes the targets only once. */
export function createRuleFormulas({ targets, found }: LinkContext): RuleFormulas {
  const topLevel = [...targets.values()].filter(({ parent }) => parent === undefined);
  const attributes = new AttributeIndex(formulaAttributesOf(topLevel));
  return {
    judge(text, place, pointer) {
      if (text === undefined) return undefined;
      const { tree, errors } = judgeCondition(text, attributes);
      for (const error of errors) found.report(place, pointer, formulaProblem(error));
      return tree;
    },
  };
}
