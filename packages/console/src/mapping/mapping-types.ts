/** The parts of a mapping. The screen shows one of them at a time. */
export const mappingViews = ['targets', 'categories', 'maps', 'tables'] as const;
export type MappingView = (typeof mappingViews)[number];
