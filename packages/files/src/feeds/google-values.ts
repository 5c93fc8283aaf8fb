import type { FeedValue, FeedValues } from '../feed-types.ts';
import { addValue, asList, isRows, putValue } from '../feed-items/feed-item.ts';
import { googleLists, googleReserved } from './google-fields.ts';

/**
 * Converts the attributes of an item to the values of a product. The first `product_type` becomes the category.
 * @param attributes keyed by their names with underscores, such as `image_link`
 */
export function googleValues(attributes: FeedValues): FeedValues {
  const values: FeedValues = new Map();
  for (const [name, value] of attributes) {
    const reserved = googleReserved.get(name);
    if (name === 'product_type' && !isRows(value)) putTypes(values, value);
    else if (reserved === undefined)
      addValue(values, name, googleLists.has(name) && !isRows(value) ? asList(value) : value);
    else putReserved(values, reserved, name, value);
  }
  return values;
}

function putTypes(values: FeedValues, value: FeedValue): void {
  const [first = '', ...others] = asList(value);
  putValue(values, '__CATEGORY', first);
  putValue(values, 'product_type', others);
}

/** Sets a reserved field to the first string. Further strings and all rows stay in the attribute of Google Merchant. */
function putReserved(values: FeedValues, reserved: string, name: string, value: FeedValue): void {
  if (isRows(value)) {
    values.set(name, value);
    return;
  }
  const [first = '', ...others] = asList(value);
  putValue(values, reserved, first);
  putValue(values, name, others);
}
