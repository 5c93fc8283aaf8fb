// The exports that evaluation threads need. They include checked data standards, but no routes.
export { categoryPath, isAssignable, listDemands } from './judge/category-demands.ts';
export { levelFor, strongerLevel } from './judge/requirement.ts';
export type {
  Category,
  CheckedRule,
  CheckedStandard,
  ImageRestriction,
  Target,
  TargetDemands,
  TargetRestriction,
  ValueList,
} from './judge/checked-standard.ts';
export { loadStandard } from './versions/standard-loader-service.ts';
export { formulaAttributesOfClient } from './mapping/formula-scopes-rules.ts';
export { readMapping } from './mapping/mapping-reading-service.ts';
export { findMapping } from './mapping/mapping-views.ts';
export { restoredForm } from './mapping/stored-mapping-rules.ts';
export {
  type ItemDifference,
  listItemDifferences,
  listValueDifferences,
  type ValueDifference,
} from './versions/change-views.ts';
export { isTighter } from './versions/restriction-change-rules.ts';
export { findHead } from './versions/standard-views.ts';
