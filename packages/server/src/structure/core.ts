// The part of this feature that import threads load: it judges and stores values, and contains no routes.
export { appendWrittenProducts } from './changes/change-write-store.ts';
export { isPathStep, isStoredIdentifier, parseAddressable, parseIdentifier } from './values/identifier-text.ts';
export { addSeenAttribute } from './definitions/seen-attribute.ts';
export { compileStructure } from './definitions/structure-compiler.ts';
export { loadStructure } from './state/structure-service.ts';
export {
  createSeenAttributes,
  createSeenCategories,
  definitionsLocked,
  isLockTimeout,
  limitLockWaits,
  lockStructure,
  maxLockWaitMs,
  type StructureState,
} from './state/structure-store.ts';
export { idInOrder, joinLastEntry } from './stored-values/history-order-store.ts';
export type { Attribute, CompiledAttribute, CompiledStructure, Restriction, ValueProblem } from './values/structure-types.ts';
