import type { AttributeDefinition } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';

/** Type → the format of its values. Types that are not listed accept any text. */
const shapes: Record<string, RegExp | undefined> = {
  integer: /^[+-]?\d+$/,
  decimal: /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i,
  fraction: /^[+-]?(\d+\s+)?\d+([./]\d+)?$/,
  gtin: /^\d+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

/**
 * Returns a hint if the text of a filter is not a valid value of the attribute, because such a filter matches no product. Returns undefined
 * if the text is valid or empty, if there is no definition, or if the attribute accepts any text.
 */
export function valueHint(t: Messages, definition: AttributeDefinition | undefined, text: string): string | undefined {
  const type = definition?.type.id.toLowerCase() ?? '';
  const wanted = text.trim();
  if (definition === undefined || wanted === '' || shapes[type]?.test(wanted) !== false) return undefined;
  return t.products.valueHints[type]?.(definition.name);
}
