// The part of this feature that import threads load: judging and storing values, without the routes.
export { parseIdentifier } from './values/identifier-text.ts';
export { addSeenAttribute } from './definitions/seen-attribute.ts';
export { compileStructure } from './definitions/structure-compiler.ts';
export { loadStructure } from './structure-service.ts';
export { createSeenAttributes, createSeenCategories, lockStructure } from './structure-store.ts';
export type { Attribute, CompiledAttribute, CompiledStructure, ValueProblem } from './values/structure-types.ts';
