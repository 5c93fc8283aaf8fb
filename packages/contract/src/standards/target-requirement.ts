import { z } from 'zod';

export const requirementLevels = ['optional', 'recommended', 'required'] as const;
/** How strongly a channel requires a target, from weak to strong. */
export type RequirementLevel = (typeof requirementLevels)[number];
const level = z.enum(requirementLevels);

export const targetRequirementSchema = z
  .union([level, z.record(z.string(), level)])
  .describe(
    'One word, or an object by purpose such as `{"offer": "required"}`; optional by default. Of several selected purposes the strongest applies',
  );
export type TargetRequirement = z.infer<typeof targetRequirementSchema>;

export const problemLevels = ['error', 'warning'] as const;
export type ProblemLevel = (typeof problemLevels)[number];
export const problemLevelSchema = z.enum(problemLevels);
