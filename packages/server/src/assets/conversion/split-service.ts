import { isDeepStrictEqual } from 'node:util';
import { problem } from '@pimento/contract/problem';
import {
  type ClientId,
  type Clock,
  type Database,
  isSerializationConflict,
  PimentoError,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import {
  appendWrittenProducts,
  type CompiledAttribute,
  type CompiledStructure,
  getAttributeLocation,
  loadStructure,
  lockStructure,
  putDefinitions,
  rewriteValues,
  rootIdOf,
  type TypeChange,
} from '../../structure/index.ts';
import { listReferences } from '../references/reference-rules.ts';
import { saveReferences } from '../references/reference-service.ts';
import { type Holder, lockHolders } from './conversion-store.ts';
import { splitInside } from './split-rules.ts';
import { claimSplit, saveSplitProgress, type Split, startSplit } from './split-store.ts';

export interface SplitDeps {
  database: Database;
  clock: Clock;
  onTypeChange: TypeChange;
}

/**
 * Makes an attribute multi-value. Its stored strings that contain a list are split in the background.
 * @throws PimentoError unknown-attribute, not-possible-now for a composite, and all errors of putDefinitions
 */
export async function splitAttribute(
  deps: SplitDeps,
  author: { clientId: ClientId; actor: string },
  address: string,
): Promise<void> {
  const { key, definition } = await getAttributeLocation(deps.database, author.clientId, address);
  if (definition.type.id === 'composite') {
    throw new PimentoError(problem('not-possible-now', { kind: 'composite' }));
  }
  if (!definition.type.multiValue)
    await putDefinitions(deps, author, [{ ...definition, type: { ...definition.type, multiValue: true } }]);
  const split = { ...author, attributeKey: key, jobId: deps.clock.newId() };
  await transaction(deps.database, (transaction) => startSplit(transaction, split));
}

/**
 * Finds the attribute with this key, and the path of storage names that leads to it from its top-level attribute.
 * @returns undefined if the attribute does not exist, is composite or is not multi-value
 */
function findPath(structure: CompiledStructure, key: string) {
  const root = structure.topLevel.find(({ id }) => id === rootIdOf(key));
  if (!root) return undefined;
  const open: { attribute: CompiledAttribute; names: string[] }[] = [{ attribute: root, names: [] }];
  for (const { attribute, names } of open) {
    if (attribute.key === key)
      return attribute.typeId === 'composite' || !attribute.multiValue ? undefined : { attribute, names };
    for (const child of attribute.children) open.push({ attribute: child, names: [...names, child.storageName] });
  }
  return undefined;
}

/** Splits the next batch of products, using the current definitions. */
async function splitBatch(transaction: Transaction, deps: SplitWorkDeps, split: Split): Promise<void> {
  const { clientId, attributeKey, actor } = split;
  const { watchedChange } = await lockStructure(transaction, clientId, 'share');
  const structure = await loadStructure(transaction, clientId);
  const found = findPath(structure, attributeKey);
  const rootId = rootIdOf(attributeKey);
  const holders = found ? await lockHolders(transaction, split, rootId) : [];
  const last = holders.at(-1);
  const changed = holders.flatMap((holder) => {
    const old = holder.values[rootId];
    const value = found && splitInside(old, found.names, found.attribute.judgeText);
    return old === undefined || isDeepStrictEqual(value, old) ? [] : [{ holder, old, value }];
  });
  const progress = last
    ? { reached: last.productId, products: holders.length, changed: changed.length }
    : ('done' as const);
  if (!(await saveSplitProgress(transaction, deps.owner, split, progress))) return;
  const rewrites = changed.map(({ holder, old, value }) => ({
    productId: holder.productId,
    historyId: deps.clock.newId(),
    changes: [{ attribute: rootId, old, new: value }],
  }));
  await rewriteValues(transaction, clientId, rewrites, actor);
  const productIds = rewrites.map(({ productId }) => productId);
  if (watchedChange !== null) await appendWrittenProducts(transaction, clientId, watchedChange, productIds);
  const after = changed.map(({ holder, value }) => ({ ...holder, values: { ...holder.values, [rootId]: value } }));
  if (found?.attribute.typeId === 'asset') await saveChangedReferences(transaction, clientId, structure, after);
}

async function saveChangedReferences(
  transaction: Transaction,
  clientId: ClientId,
  structure: CompiledStructure,
  holders: readonly Holder[],
): Promise<void> {
  const changes = holders.map((holder) => ({
    productId: holder.productId,
    isNew: false,
    references: listReferences(structure, holder),
  }));
  await saveReferences(transaction, clientId, changes);
}

export interface SplitWorkDeps {
  database: Database;
  clock: Clock;
  owner: string;
}

/**
 * Claims a split and processes its next batch of products. If the batch conflicts with another transaction, the next call repeats it.
 * @returns false if there was nothing to do
 */
export async function splitNext(deps: SplitWorkDeps): Promise<boolean> {
  const split = await claimSplit(deps.database, deps.owner);
  if (!split) return false;
  try {
    await transaction(deps.database, (transaction) => splitBatch(transaction, deps, split));
  } catch (error) {
    if (!isSerializationConflict(error)) throw error;
  }
  return true;
}
