/** The `propertyID` of properties that contain attributes for which schema.org has no property. */
export const ownProperty = 'urn:pimento:attribute';
