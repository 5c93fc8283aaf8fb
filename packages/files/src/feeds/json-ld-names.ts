/** Marks properties that are attributes without a place in schema.org. */
export const ownProperty = 'urn:pimento:attribute';
