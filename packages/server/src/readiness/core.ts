// The exports that delivery threads need. They include rulesets and the evaluation of single products, but no routes.
export { RulesetCache } from './rulesets/ruleset-cache.ts';
export type { ProductFacts, Ruleset } from './evaluate/ruleset.ts';
export type { EvaluatedProduct } from './evaluate/ruleset-input.ts';
export type { Override } from './evaluate/override-value.ts';
export type { KnownAsset } from './values/known-asset.ts';
export { printShape } from './values/shape-value.ts';
