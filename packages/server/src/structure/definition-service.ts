import type { AttributeDefinition, PutAttributesAnswer } from '@pimento/contract';
import {
  type ActFacts,
  type Connection,
  type Database,
  isLockTimeout,
  limitLockWaits,
  PimentoError,
  type ClientId,
  type Transaction,
  transaction,
  describeAct,
} from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { type Author, startChange, waitForChange } from './changes/change-service.ts';
import type { ChangeDeps } from './changes/change-lock-service.ts';
import { applyMerge, mergeDefinitions } from './changes/merge-service.ts';
import { createDefinitionViewer, findByAddress } from './definitions/definition-view.ts';
import { findUse } from './stored-values/held-value-store.ts';
import { shown } from './values/quoted-text.ts';
import {
  definitionsLocked,
  lockStructure,
  maxLockWaitMs,
  saveStructureState,
  type StructureState,
} from './state/structure-store.ts';
import { deleteAttributeRows, listAttributeRows } from './state/attribute-row-store.ts';
import type { Attribute } from './values/structure-types.ts';
import { jsonPathOf, locateValues } from './values/value-location.ts';

/** A definition and the location of its values in products. */
export interface AttributeLocation {
  key: string;
  rootId: string;
  /** SQL/JSON path that begins with `rootId`. */
  path: string;
  definition: AttributeDefinition;
}

/**
 * Merges definitions by identity, all or nothing. If stored values might be invalid or need conversion, all of them are checked first.
 * Imports continue during the check. If many products must be converted, the conversion runs in the background after the response.
 * @param signal ends the wait for the check, which continues in the background
 * @throws PimentoError invalid-definitions with every problem, changed-meanwhile, values-do-not-fit, not-possible-now
 */
export async function putDefinitions(
  deps: ChangeDeps,
  author: Author,
  payload: readonly unknown[],
  signal?: AbortSignal,
): Promise<PutAttributesAnswer> {
  const { clientId } = author;
  describeAct(factsOf(payload));
  const { checks } = mergeDefinitions(await listAttributeRows(deps.database, clientId), payload, { nextPosition: 1 });
  const answer = checks.length === 0 ? await putAtOnce(deps, clientId, payload) : undefined;
  if (answer) return answer;
  return waitForChange(deps, await startChange(deps, author, payload, false), signal);
}

const maxNamed = 100;

/**
 * Returns what the audit log records about a payload of definitions: their number and up to 100 ids. A single id is also the object of the
 * entry.
 */
function factsOf(payload: readonly unknown[]): ActFacts {
  const ids = payload.flatMap((one) => {
    const id: unknown = typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  const [only] = ids;
  return {
    ...(ids.length === 1 && only !== undefined ? { object: only } : {}),
    after: { count: payload.length, attributes: ids.slice(0, maxNamed) },
  };
}

/** Stores definitions without a check. @returns undefined if a concurrent change to the definitions has made a check of values necessary */
function putAtOnce(
  deps: ChangeDeps,
  clientId: ClientId,
  payload: readonly unknown[],
): Promise<PutAttributesAnswer | undefined> {
  return changeStructure(deps.database, clientId, async (transaction, state) => {
    const merge = mergeDefinitions(await listAttributeRows(transaction, clientId), payload, state);
    if (merge.checks.length > 0) return undefined;
    return applyMerge(transaction, deps.onTypeChange, clientId, { merge, state });
  });
}

/** @throws PimentoError unknown-attribute */
export async function getDefinition(
  deps: ChangeDeps,
  clientId: ClientId,
  address: string,
): Promise<AttributeDefinition> {
  const all = await listAttributeRows(deps.database, clientId);
  return createDefinitionViewer(all).view(getByAddress(all, address));
}

/** @throws PimentoError unknown-attribute */
export async function getAttributeLocation(
  connection: Connection,
  clientId: ClientId,
  address: string,
): Promise<AttributeLocation> {
  const all = await listAttributeRows(connection, clientId);
  const attribute = getByAddress(all, address);
  const location = locateValues(attribute, new Map(all.map((one) => [one.key, one])));
  const definition = createDefinitionViewer(all).view(attribute);
  return { key: attribute.key, rootId: location.rootId, path: jsonPathOf(location), definition };
}

/**
 * Deletes a definition and all definitions inside it, unless a product has a value for one of them.
 * @throws PimentoError unknown-attribute, attribute-in-use with `count` and the first `productIds`, not-possible-now
 */
export function deleteDefinition(deps: ChangeDeps, clientId: ClientId, address: string): Promise<void> {
  return changeStructure(deps.database, clientId, async (transaction, state) => {
    const all = await listAttributeRows(transaction, clientId);
    const attribute = getByAddress(all, address);
    const location = locateValues(attribute, new Map(all.map((one) => [one.key, one])));
    const use = await findUse(transaction, clientId, { rootId: location.rootId, path: jsonPathOf(location) });
    if (use.count > 0) {
      const refusal = problem('attribute-in-use', { attribute: shown(attribute.id), count: use.count });
      throw new PimentoError(refusal, { ...use });
    }
    describeAct({ before: { definition: createDefinitionViewer(all).view(attribute) } });
    await deleteAttributeRows(transaction, clientId, attribute.key);
    await saveStructureState(transaction, clientId, { ...state, judgedVersion: state.judgedVersion + 1 });
  });
}

async function changeStructure<T>(
  database: Database,
  clientId: ClientId,
  work: (transaction: Transaction, state: StructureState) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(database, async (transaction) => {
      await limitLockWaits(transaction, maxLockWaitMs);
      return work(transaction, await lockStructure(transaction, clientId, 'update'));
    });
  } catch (error) {
    throw isLockTimeout(error) ? definitionsLocked() : error;
  }
}

function getByAddress(all: readonly Attribute[], address: string): Attribute {
  const attribute = findByAddress(all, address);
  if (attribute === undefined) throw new PimentoError(problem('unknown-attribute', { attribute: shown(address) }));
  return attribute;
}
