import type { ImportWarning } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { foldLook } from '@pimento/contract/text';
import type { ProductId } from '../../platform/core.ts';
import type { CompiledStructure } from '../../structure/core.ts';
import type { ImportItem, SeenAttribute } from '../judge/import-types.ts';
import type { ImportSession } from './import-session.ts';

/** Maximum number of names that are remembered. If a body has more names with warnings, some warnings are repeated. */
const maxWarnedNames = 10_000;

/**
 * Returns true if a warning must be reported. A warning about a cleaned name is reported only for the first product with this name,
 * including when the product's batch is judged again. Only `maxWarnedNames` names are remembered. All other warnings are always reported.
 */
export function isFirst({ warnedNames }: ImportSession, { code, params, index = 0 }: ImportWarning): boolean {
  if (code !== 'identifier-cleaned') return true;
  const name = String(params?.['sent']);
  const first = warnedNames.get(name);
  if (first !== undefined) return first === index;
  if (warnedNames.size < maxWarnedNames) warnedNames.set(name, index);
  return true;
}

/** Returns a warning if the name of a new attribute looks like the name of another attribute. */
export function warningsOfLook(
  session: ImportSession,
  structure: CompiledStructure,
  { index }: ImportItem,
  { id }: SeenAttribute,
): ImportWarning[] {
  session.looks ??= new Map(structure.topLevel.map((attribute) => [foldLook(attribute.id), attribute.id]));
  const look = foldLook(id);
  const existing = session.looks.get(look);
  if (existing === undefined) session.looks.set(look, id);
  return existing === undefined || existing === id
    ? []
    : [{ ...problem('similar-name', { name: id, existing }), index }];
}

/**
 * Returns a warning if the id of a product, or a similar id (see `SeenBefore`), occurred earlier in the body. For tables and feeds, the
 * warning contains the row or line numbers of both products.
 */
export function warningsOfTwins(
  { origins }: Pick<ImportSession, 'origins'>,
  item: ImportItem,
  productId: ProductId,
): ImportWarning[] {
  const { duplicateOf, caseTwinOf } = item.before ?? {};
  const { index } = item;
  const common = { productId, index };
  const rowsOf = (firstIndex: number) => {
    const [firstRow, row] = [origins?.rowOf(firstIndex), origins?.rowOf(index)];
    return firstRow === undefined || row === undefined ? {} : { firstRow, row };
  };
  if (duplicateOf !== undefined) {
    const params = { productId, firstIndex: duplicateOf, index, ...rowsOf(duplicateOf) };
    return [{ ...common, ...problem('duplicate-in-request', params), firstIndex: duplicateOf }];
  }
  if (caseTwinOf !== undefined) {
    const params = { productId, firstIndex: caseTwinOf, ...rowsOf(caseTwinOf) };
    return [{ ...common, ...problem('differs-in-case-only', params), firstIndex: caseTwinOf }];
  }
  return [];
}
