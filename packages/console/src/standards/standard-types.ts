/** The parts of a data standard. The screen shows one part at a time. */
export const standardParts = ['attributes', 'categories', 'lists', 'rules', 'versions'] as const;
export type StandardPart = (typeof standardParts)[number];
