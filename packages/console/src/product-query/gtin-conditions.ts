import type { Structure } from '../session/structure.ts';
import { labelOf, pathOf } from './attribute-lineage.ts';
import { conditionText } from './product-search.ts';

/** A GTIN has 8, 12, 13 or 14 digits. */
const gtin = /^(\d{8}|\d{12,14})$/;
/** The search reads one list for each of these. */
const maxAttributes = 3;

/**
 * Returns one condition for each attribute that can hold a searched GTIN, because the search by text reads only ids and names.
 * @returns empty if the text cannot be a GTIN
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
