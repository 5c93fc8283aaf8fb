/** The parts of a mapping that its screen shows one at a time. */
export const mappingViews = ['targets', 'categories', 'maps'] as const;
export type MappingView = (typeof mappingViews)[number];
