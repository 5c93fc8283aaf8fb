/** The parts of a data standard that its screen shows one at a time. */
export const standardParts = ['attributes', 'categories', 'lists', 'rules', 'versions'] as const;
export type StandardPart = (typeof standardParts)[number];
