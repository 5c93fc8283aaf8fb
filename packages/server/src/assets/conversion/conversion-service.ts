import type { ConversionPreview, ConversionProgress } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type Clock,
  type Database,
  isSerializationConflict,
  PimentoError,
  type ClientId,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import {
  getAttributeLocation,
  loadStructure,
  lockStructure,
  putDefinitions,
  rootIdOf,
  type TypeChange,
} from '../../structure/index.ts';
import {
  type Conversion,
  claimConversion,
  lockHolders,
  saveConversionProgress,
  startConversion,
} from './conversion-store.ts';
import { countConvertedAssets, countHolders, findConversionJob, findSplitJob } from './conversion-views.ts';
import { countValueKinds } from './value-kind-views.ts';
import { listReferences } from '../references/reference-rules.ts';
import { saveReferences } from '../references/reference-service.ts';

export interface ConversionDeps {
  database: Database;
  clock: Clock;
}

/**
 * Counts the stored values of an attribute by how an asset attribute would treat them. Also returns the number of products, the last
 * conversion and the last split.
 * @throws PimentoError unknown-attribute
 */
export async function previewConversion(
  deps: ConversionDeps,
  clientId: ClientId,
  address: string,
): Promise<ConversionPreview> {
  const { database } = deps;
  const { key, rootId, path, definition } = await getAttributeLocation(database, clientId, address);
  const of = await countValueKinds(database, clientId, { rootId, path });
  const kinds = {
    urls: of('url'),
    ids: of('id'),
    lists: of('list'),
    brokenUrls: of('broken'),
    paths: of('path'),
    placeholders: of('placeholder'),
    others: of('other'),
    refused: of('refused'),
  };
  return {
    attributeId: definition.id,
    path: definition.path,
    type: definition.type.id,
    multiValue: definition.type.multiValue,
    convertible: definition.type.id !== 'composite',
    products: await countHolders(database, clientId, rootId),
    values: Object.values(kinds).reduce((sum, { values }) => sum + values, 0),
    ...kinds,
    job: await findConversionJob(database, clientId, key),
    split: await findSplitJob(database, clientId, key),
  };
}

/**
 * Returns the progress of an attribute's last conversion and last split, and counts the assets that products refer to through the
 * attribute. Cheap enough to call every second.
 * @throws PimentoError unknown-attribute
 */
export async function getConversionProgress(
  deps: ConversionDeps,
  clientId: ClientId,
  address: string,
): Promise<ConversionProgress> {
  const { key } = await getAttributeLocation(deps.database, clientId, address);
  // The job is read before counting. If the job is done, the counts are therefore complete.
  const job = await findConversionJob(deps.database, clientId, key);
  const split = await findSplitJob(deps.database, clientId, key);
  return { job, split, ...(await countConvertedAssets(deps.database, clientId, key)) };
}

/**
 * Changes the type of an attribute to asset, or back to string. Imports use the new type immediately. The asset references of stored values
 * are updated in the background.
 * @throws PimentoError unknown-attribute, not-possible-now for a composite, and all errors of putDefinitions
 */
export async function convertAttribute(
  deps: ConversionDeps & { onTypeChange: TypeChange },
  author: { clientId: ClientId; actor: string },
  address: string,
  type: 'asset' | 'string',
): Promise<ConversionPreview> {
  const { definition } = await getAttributeLocation(deps.database, author.clientId, address);
  if (definition.type.id === 'composite') {
    throw new PimentoError(problem('not-possible-now', { kind: 'composite' }));
  }
  if (definition.type.id !== type)
    await putDefinitions(deps, author, [{ ...definition, type: { ...definition.type, id: type } }]);
  return previewConversion(deps, author.clientId, address);
}

/** Queues a conversion for each attribute whose type changes to or from asset, in the transaction that changes the type. */
export async function queueConversions(
  transaction: Transaction,
  clock: Clock,
  clientId: ClientId,
  changes: Parameters<TypeChange>[2],
): Promise<void> {
  for (const { key, from, to } of changes) {
    if (from === 'asset' || to === 'asset') {
      await startConversion(transaction, { clientId, attributeKey: key, jobId: clock.newId(), typeId: to });
    }
  }
}

/** Converts the next batch of products, using the current definitions. */
async function convertBatch(transaction: Transaction, owner: string, conversion: Conversion): Promise<void> {
  const { clientId, attributeKey } = conversion;
  await lockStructure(transaction, clientId, 'share');
  const structure = await loadStructure(transaction, clientId);
  const holders = await lockHolders(transaction, conversion, rootIdOf(attributeKey));
  const last = holders.at(-1);
  const progress = last ? { reached: last.productId, products: holders.length } : ('done' as const);
  if (!(await saveConversionProgress(transaction, owner, conversion, progress))) return;
  const changes = holders.map((holder) => ({
    productId: holder.productId,
    isNew: false,
    references: listReferences(structure, holder),
  }));
  await saveReferences(transaction, clientId, changes);
}

/**
 * Claims a conversion and converts its next batch of products. If the batch conflicts with another transaction, the next call repeats it.
 * @returns false if there was nothing to do
 */
export async function convertNext(database: Database, owner: string): Promise<boolean> {
  const conversion = await claimConversion(database, owner);
  if (!conversion) return false;
  try {
    await transaction(database, (transaction) => convertBatch(transaction, owner, conversion));
  } catch (error) {
    if (!isSerializationConflict(error)) throw error;
  }
  return true;
}
