import { z } from 'zod';
import { problemLevelSchema } from './target-requirement.ts';
import { targetRestrictionSchema } from './target-restriction.ts';

const formula = z.string().min(1).max(4000);
const targets = z.array(z.string()).min(1).max(1000);

/** The kinds of rules. Each rule has exactly one of these properties. */
export const ruleKinds = ['require', 'forbid', 'oneOf', 'check', 'restrict', 'unique'] as const;
export type RuleKind = (typeof ruleKinds)[number];

export const standardRuleSchema = z
  .looseObject({
    id: z.string().min(1).max(255),
    require: targets.optional().describe('Targets that must have a value'),
    forbid: targets.optional().describe('Targets that must be empty'),
    oneOf: targets.optional().describe('At least `atLeast` of these targets must have a value'),
    atLeast: z.number().int().min(1).optional().describe('Default 1'),
    check: formula.optional().describe('Formula over targets; broken by false, not by empty'),
    restrict: z.record(z.string(), targetRestrictionSchema).optional().describe('Target → restriction'),
    unique: targets.optional().describe('Stored without effect'),
    when: formula.optional().describe('Formula over targets: the rule applies only if it is true'),
    categories: z.array(z.string()).optional().describe('The rule applies in these categories and their descendants'),
    purposes: z.array(z.string()).optional(),
    level: problemLevelSchema.optional(),
    message: z.string().max(1000).optional(),
    execution: z.unknown().optional().describe('Stored without effect'),
  })
  .meta({ id: 'StandardRule' });
export type StandardRule = z.infer<typeof standardRuleSchema>;
