// The part of structure that judges and stores values, without its routes.
export { readIdentifier } from './identifier-text.ts';
export { noteSeenAttribute } from './seen-attribute.ts';
export { compileStructure } from './structure-compiler.ts';
export { loadStructure } from './structure-service.ts';
export { createSeenAttributes, createSeenCategories, lockStructure } from './structure-store.ts';
export type { Attribute, CompiledAttribute, CompiledStructure } from './structure-types.ts';
