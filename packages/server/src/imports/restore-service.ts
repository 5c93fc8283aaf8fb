import type { ImportReport } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { compileProductView, findDeletedState, findProductId, productText, unknownProduct } from '../catalog/index.ts';
import { type ClientCaller, PimentoError } from '../platform/index.ts';
import { loadStructure } from '../structure/index.ts';
import { importBody, type ImportServiceDeps } from './import-service.ts';

/** Request properties of a restore. Like an edit from the console, a restore has uncompressed JSON and gets an immediate response. */
const facts = { format: 'json', encoding: null, respondAsync: false, idempotencyKey: undefined } as const;
const query = { importType: 'IMPORTER', dryRun: false, atomic: false, origin: 'edit' } as const;

/**
 * Imports the last state of a deleted product as JSON text, so that no digit of a number is lost. The import expects that no product with
 * this id exists, so it does not change a product that another request has created since the deletion.
 * @throws PimentoError unknown-product; not-possible-now if the product exists, or with `missing` if definitions were deleted; or the
 * errors of `importBody`
 */
export async function restoreDeleted(
  deps: ImportServiceDeps,
  caller: ClientCaller,
  asked: string,
): Promise<ImportReport> {
  const productId = await findProductId(deps.database, caller.clientId, asked);
  if (productId === undefined) throw unknownProduct(asked);
  const { exists, state } = await findDeletedState(deps.database, caller.clientId, productId);
  if (exists) throw new PimentoError(problem('not-possible-now', { kind: 'product-exists', productId }));
  if (!state) throw unknownProduct(asked);
  const structure = await loadStructure(deps.database, caller.clientId);
  const missing = Object.keys(state.values).filter(
    (id) => !structure.topLevel.some((attribute) => attribute.id === id),
  );
  if (missing.length > 0)
    throw new PimentoError(problem('not-possible-now', { kind: 'not-defined', attributes: missing }), { missing });
  const text = productText(compileProductView(structure), productId, state);
  const body = Buffer.from(`{"products":[${text.slice(0, -1)},"__EXPECTED":null}]}`);
  const answer = await importBody(deps, caller, { ...facts, bytesTotal: body.byteLength }, query, once(body));
  if (answer.status !== 200) throw new Error('an import without respond-async was answered with 202');
  return answer.body;
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
