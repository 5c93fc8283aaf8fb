import type { AttributeDefinition } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';

/** How values of a type are written. */
const shapes: Record<string, RegExp | undefined> = {
  integer: /^[+-]?\d+$/,
  decimal: /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i,
  fraction: /^[+-]?(\d+\s+)?\d+([./]\d+)?$/,
  gtin: /^\d+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

/** Why a text can be no value of an attribute, so that a filter for it would find nothing; undefined where it can. */
export function valueHint(t: Messages, definition: AttributeDefinition | undefined, text: string): string | undefined {
  const type = definition?.type.id.toLowerCase() ?? '';
  const wanted = text.trim();
  if (definition === undefined || wanted === '' || shapes[type]?.test(wanted) !== false) return undefined;
  return t.products.valueHints[type]?.(definition.name);
}
