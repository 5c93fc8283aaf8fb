import type { Structure } from '../session/structure.ts';
import { labelOf, pathOf } from './attribute-lineage.ts';
import { conditionText } from './condition-text.ts';

/** A GTIN has 8, 12, 13 or 14 digits. */
const gtin = /^(\d{8}|\d{12,14})$/;
/** The maximum number of GTIN attributes that are searched. The search fetches one product list for each attribute. */
const maxAttributes = 3;

/**
 * Returns one condition for each of the first attributes of the type GTIN, because the text search covers only ids and names.
 * @returns an empty list if the text cannot be a GTIN, or if no attribute has this type
 */
export function gtinConditions(structure: Structure, text: string): { condition: string; label: string }[] {
  const digits = text.trim();
  if (!gtin.test(digits)) return [];
  return structure.all
    .filter(({ type }) => type.id.toLowerCase() === 'gtin')
    .slice(0, maxAttributes)
    .map((definition) => ({
      condition: conditionText(pathOf(structure, definition.path), '=', digits),
      label: labelOf(structure, definition),
    }));
}
