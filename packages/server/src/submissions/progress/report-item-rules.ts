import { type ItemProblem, type ReportedItem, reportedItemSchema, type UnreadableItem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { normalForm } from '@pimento/contract/text';
import { inputFaults, jsonPointer } from '../../platform/index.ts';

/** An item of a report with its position in the report. */
export interface PlacedItem {
  item: ReportedItem;
  index: number;
}

/** Returns the first problem of an item that does not match the schema. */
function unreadableProblem(item: unknown, index: number): ItemProblem {
  const judged = reportedItemSchema.safeParse(item);
  const [first] = judged.success ? [] : inputFaults(judged.error.issues, item);
  if (!first) throw new Error('an item that was refused can be read');
  const found = typeof item === 'object' && item !== null && 'productId' in item ? item.productId : undefined;
  const path = jsonPointer(['items', index, ...first.steps]);
  const named = typeof found === 'string' ? { productId: found } : {};
  return { ...problem('invalid-body', { kind: 'member', fault: first.fault }), path, index, ...named };
}

/**
 * Separates the readable items of a report from the unreadable ones. Converts product ids to NFC, the form of the stored ids, because a
 * file system or a target may have changed them to a decomposed form.
 */
export function readItems(given: readonly (ReportedItem | UnreadableItem)[]): {
  items: PlacedItem[];
  refused: ItemProblem[];
} {
  const items: PlacedItem[] = [];
  const refused: ItemProblem[] = [];
  for (const [index, one] of given.entries()) {
    if ('unreadable' in one) refused.push(unreadableProblem(one.unreadable, index));
    else items.push({ item: { ...one, productId: normalForm(one.productId, 'NFC') }, index });
  }
  return { items, refused };
}

/** Separates the items of submitted products from all other items. */
export function separateUnknown(
  placed: readonly PlacedItem[],
  submitted: ReadonlySet<string>,
): { items: ReportedItem[]; refused: ItemProblem[] } {
  const refused = placed
    .filter(({ item }) => !submitted.has(item.productId))
    .map(({ item: { productId }, index }): ItemProblem => ({
      ...problem('unknown-product', { kind: 'submission', productId }),
      path: `/items/${index}/productId`,
      productId,
      index,
    }));
  return { items: placed.map(({ item }) => item).filter(({ productId }) => submitted.has(productId)), refused };
}
