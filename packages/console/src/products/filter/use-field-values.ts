import { listProductValues } from '@pimento/contract/wire';
import { fieldText, readCondition } from '../../product-query/condition-text.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';
import { useCall } from '../../session/use-call.ts';

/** Maximum number of values that are offered for a field. */
const limit = 200;

/** Returns the values that a field has in the products that match the other filters of the list. */
export function useFieldValues(path: readonly string[], search: ProductSearch) {
  const { where, ...filter } = filterOf(search);
  const field = fieldText(path);
  const others = (where ?? []).filter((condition) => fieldText(readCondition(condition).steps) !== field);
  const query = { ...filter, ...(others.length > 0 && { where: others }), field, limit };
  return useCall(listProductValues, { query }, { keepsPrevious: true });
}
