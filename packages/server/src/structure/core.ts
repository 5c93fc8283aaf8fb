// The exports that worker threads need for judging values, and for loading and adding definitions. They include no routes.
export { addDefinitions, tryDefinitions } from './changes/added-definitions-service.ts';
export { appendWrittenProducts } from './changes/change-write-store.ts';
export {
  countCharacters,
  isPathStep,
  isStoredIdentifier,
  parseAddressable,
  parseIdentifier,
} from './values/identifier-text.ts';
export { addSeenAttribute } from './definitions/seen-attribute.ts';
export { pathOfKey, shortId } from './definitions/attribute-key.ts';
export { judgeDefinitions } from './definitions/definition-rules.ts';
export { attributesOf } from './definitions/listed-attributes.ts';
export { createFieldReader } from './definitions/field-reader.ts';
export { parseRestriction } from './definitions/restriction-input.ts';
export { compareDates, parseDate } from './values/calendar-date.ts';
export { compareQuantities, readQuantityBound, sizeOf, type UnitScales, unitScales } from './values/exact-quantity.ts';
export { compareNumbers, parseNumber } from './values/exact-number.ts';
export { compileJudge } from './values/value-rules.ts';
export { judgeRestriction } from './values/restriction-rules.ts';
export { shown } from './values/quoted-text.ts';
export { judgePatterns } from './values/value-pattern.ts';
export { compileStructure } from './definitions/structure-compiler.ts';
export { listDefinitions } from './state/definition-list-service.ts';
export { loadStructure } from './state/structure-service.ts';
export {
  createSeenAttributes,
  createSeenCategories,
  definitionsLocked,
  findStructureState,
  lockStructure,
  maxLockWaitMs,
  type StructureState,
} from './state/structure-store.ts';
export { idInOrder, joinLastEntry } from './stored-values/history-order-store.ts';
export { type AttributeTypeId } from './values/structure-types.ts';
export type {
  Attribute,
  CompiledAttribute,
  CompiledStructure,
  Restriction,
  ValueProblem,
} from './values/structure-types.ts';
