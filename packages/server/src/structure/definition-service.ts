import type { AttributeDefinition, PutAttributesAnswer } from '@pimento/contract';
import {
  type Clock,
  type Connection,
  type Database,
  errorCode,
  PimentoError,
  type ClientId,
  type Transaction,
  transaction,
} from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { findChanged } from './definitions/definition-expectation.ts';
import { judgeDefinitions } from './definitions/definition-rules.ts';
import type { AcceptedDefinitions } from './definitions/definition-types.ts';
import { createDefinitionViewer, findByAddress, listInOrder } from './definitions/definition-view.ts';
import { listValueChecks } from './stored-values/held-value-rules.ts';
import { findUse } from './stored-values/held-value-store.ts';
import { shown } from './values/quoted-text.ts';
import {
  deleteAttributeRows,
  limitLockWaits,
  listAttributeRows,
  lockStructure,
  saveAttributes,
  saveStructureState,
  type StructureState,
} from './structure-store.ts';
import type { Attribute, AttributeTypeId } from './values/structure-types.ts';
import { fitStoredValues } from './stored-values/value-fit-service.ts';
import { jsonPathOf, locateValues } from './values/value-location.ts';

/** A callback for definitions whose type changes; it runs inside the transaction that changes them. */
export type TypeChange = (
  transaction: Transaction,
  clientId: ClientId,
  changes: readonly { key: string; from: AttributeTypeId; to: AttributeTypeId }[],
) => Promise<void>;

export interface DefinitionDeps {
  database: Database;
  clock: Clock;
  onTypeChange: TypeChange;
}

/** A definition and the location of its values in products. */
export interface AttributeLocation {
  key: string;
  rootId: string;
  /** SQL/JSON path that begins with `rootId`. */
  path: string;
  definition: AttributeDefinition;
}

type Author = { clientId: ClientId; actor: string };

/**
 * An atomic import locks the definitions until it ends. Meanwhile each waiting caller occupies a database connection, so its wait is
 * limited.
 */
const maxLockWaitMs = 30_000;

/**
 * Merges definitions by identity, all or nothing, and converts stored values to the changed definitions.
 * @throws PimentoError invalid-definitions with every problem, changed-meanwhile, values-do-not-fit, not-possible-now
 */
export function putDefinitions(
  deps: DefinitionDeps,
  author: Author,
  payload: readonly unknown[],
): Promise<PutAttributesAnswer> {
  return changeStructure(deps.database, author.clientId, async (transaction, state) => {
    const stored = await listAttributeRows(transaction, author.clientId);
    const verdict = judgeDefinitions(stored, payload, state.nextPosition);
    if ('problems' in verdict) {
      const refusal = problem('invalid-definitions', { count: verdict.problems.length });
      throw new PimentoError(refusal, { errors: verdict.problems });
    }
    const changed = findChanged(verdict.definitions, payload, stored);
    if (changed.length > 0)
      throw new PimentoError(problem('changed-meanwhile', { kind: 'definitions' }), { stored: changed });
    const byKey = new Map(stored.map((attribute) => [attribute.key, attribute]));
    for (const { attribute } of verdict.definitions) byKey.set(attribute.key, attribute);
    await fitStoredValues(transaction, deps.clock, author, listValueChecks(verdict.definitions, byKey));
    await saveChanges(transaction, author.clientId, state, verdict);
    const retyped = verdict.definitions.flatMap(({ attribute, previous, change }) =>
      previous && change?.typeChange ? [{ key: attribute.key, from: previous.typeId, to: attribute.typeId }] : [],
    );
    if (retyped.length > 0) await deps.onTypeChange(transaction, author.clientId, retyped);
    return answerOf(verdict, [...byKey.values()]);
  });
}

/** Lists all definitions in display order, each composite followed by its children. */
export async function listDefinitions(
  deps: Pick<DefinitionDeps, 'database'>,
  clientId: ClientId,
): Promise<AttributeDefinition[]> {
  const all = await listAttributeRows(deps.database, clientId);
  const viewer = createDefinitionViewer(all);
  return listInOrder(all).map((attribute) => viewer.view(attribute));
}

/** @throws PimentoError unknown-attribute */
export async function getDefinition(
  deps: DefinitionDeps,
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
export function deleteDefinition(deps: DefinitionDeps, clientId: ClientId, address: string): Promise<void> {
  return changeStructure(deps.database, clientId, async (transaction, state) => {
    const all = await listAttributeRows(transaction, clientId);
    const attribute = getByAddress(all, address);
    const location = locateValues(attribute, new Map(all.map((one) => [one.key, one])));
    const use = await findUse(transaction, clientId, { rootId: location.rootId, path: jsonPathOf(location) });
    if (use.count > 0) {
      const refusal = problem('attribute-in-use', { attribute: shown(attribute.id), count: use.count });
      throw new PimentoError(refusal, { ...use });
    }
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
    if (errorCode(error) !== '55P03') throw error;
    throw new PimentoError(problem('not-possible-now', { kind: 'definitions-locked' }), {}, { 'retry-after': '10' });
  }
}

async function saveChanges(
  transaction: Transaction,
  clientId: ClientId,
  state: StructureState,
  { definitions, raisesJudgedVersion }: AcceptedDefinitions,
): Promise<void> {
  const changed = definitions.filter(({ outcome }) => outcome !== 'unchanged');
  await saveAttributes(
    transaction,
    clientId,
    changed.map(({ attribute }) => attribute),
  );
  const hasCreated = changed.some(({ outcome }) => outcome === 'created');
  if (!hasCreated && !raisesJudgedVersion) return;
  await saveStructureState(transaction, clientId, {
    judgedVersion: state.judgedVersion + Number(raisesJudgedVersion),
    // A new element at index n of the payload gets position nextPosition + n, so that new definitions keep the order of the payload.
    nextPosition: state.nextPosition + (hasCreated ? definitions.length : 0),
  });
}

function answerOf({ definitions, warnings }: AcceptedDefinitions, all: readonly Attribute[]): PutAttributesAnswer {
  const viewer = createDefinitionViewer(all);
  const count = (counted: string): number => definitions.filter(({ outcome }) => outcome === counted).length;
  return {
    attributes: definitions.map(({ attribute, outcome }) => ({ ...viewer.view(attribute), outcome })),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    warnings,
  };
}

function getByAddress(all: readonly Attribute[], address: string): Attribute {
  const attribute = findByAddress(all, address);
  if (attribute === undefined) throw new PimentoError(problem('unknown-attribute', { attribute: shown(address) }));
  return attribute;
}
