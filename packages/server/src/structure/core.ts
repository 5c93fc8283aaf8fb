// The part of structure that judges and stores values, without its routes.
export { readIdentifier } from './values/identifier-text.ts';
export { noteSeenAttribute } from './definitions/seen-attribute.ts';
export { compileStructure } from './definitions/structure-compiler.ts';
export { loadStructure } from './structure-service.ts';
export { createSeenAttributes, createSeenCategories, lockStructure } from './structure-store.ts';
export type { Attribute, CompiledAttribute, CompiledStructure, ValueProblem } from './values/structure-types.ts';
