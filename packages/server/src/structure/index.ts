export { rootIdOf } from './attribute-key.ts';
export { structureRoutes } from './definition-routes.ts';
export { getAttributePlace, putDefinitions, type TypeChange } from './definition-service.ts';
export { readIdentifier } from './identifier-text.ts';
export { noteSeenAttribute } from './seen-attribute.ts';
export { loadStructure } from './structure-service.ts';
export { createSeenAttributes, createSeenCategories, lockStructure } from './structure-store.ts';
export type { CompiledAttribute, CompiledStructure } from './structure-types.ts';
