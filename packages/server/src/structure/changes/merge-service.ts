import type { PutAttributesAnswer } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { PimentoError, type ClientId, type Transaction } from '../../platform/core.ts';
import { findChanged } from '../definitions/definition-expectation.ts';
import { judgeDefinitions } from '../definitions/definition-rules.ts';
import type { AcceptedDefinitions } from '../definitions/definition-types.ts';
import { createDefinitionViewer } from '../definitions/definition-view.ts';
import { saveAttributes } from '../state/attribute-row-store.ts';
import { saveStructureState, type StructureState } from '../state/structure-store.ts';
import { listValueChecks, type ValueCheck } from '../stored-values/held-value-rules.ts';
import type { Attribute, AttributeTypeId } from '../values/structure-types.ts';
import type { ChangedAttribute } from './change-types.ts';

/** A callback for definitions whose type changes. It runs inside the transaction that changes them. */
export type TypeChange = (
  transaction: Transaction,
  clientId: ClientId,
  changes: readonly { key: string; from: AttributeTypeId; to: AttributeTypeId }[],
) => Promise<void>;

/** The result of merging new definitions with the stored ones. The result is not stored yet. */
export interface Merge {
  verdict: AcceptedDefinitions;
  /** All definitions of the client after the merge. */
  byKey: Map<string, Attribute>;
  /** The changed definitions whose stored values must be checked. */
  checks: ValueCheck[];
}

/**
 * Merges new definitions with the stored ones by identity, all or nothing. Stores nothing.
 * @throws PimentoError invalid-definitions with every problem, changed-meanwhile
 */
export function mergeDefinitions(
  stored: readonly Attribute[],
  payload: readonly unknown[],
  { nextPosition }: Pick<StructureState, 'nextPosition'>,
): Merge {
  const verdict = judgeDefinitions(stored, payload, nextPosition);
  if ('problems' in verdict) {
    const refusal = problem('invalid-definitions', { count: verdict.problems.length });
    throw new PimentoError(refusal, { errors: verdict.problems });
  }
  const changed = findChanged(verdict.definitions, payload, stored);
  if (changed.length > 0)
    throw new PimentoError(problem('changed-meanwhile', { kind: 'definitions' }), { stored: changed });
  const byKey = new Map(stored.map((attribute) => [attribute.key, attribute]));
  for (const { attribute } of verdict.definitions) byKey.set(attribute.key, attribute);
  return { verdict, byKey, checks: listValueChecks(verdict.definitions, byKey) };
}

/** Stores merged definitions. The transaction must hold the structure lock for update, and must have checked that the stored values fit. */
export async function applyMerge(
  transaction: Transaction,
  onTypeChange: TypeChange,
  clientId: ClientId,
  { merge, state }: { merge: Merge; state: StructureState },
): Promise<PutAttributesAnswer> {
  const { definitions, raisesJudgedVersion } = merge.verdict;
  const changed = definitions.filter(({ outcome }) => outcome !== 'unchanged');
  await saveAttributes(
    transaction,
    clientId,
    changed.map(({ attribute }) => attribute),
  );
  const hasCreated = changed.some(({ outcome }) => outcome === 'created');
  if (hasCreated || raisesJudgedVersion) {
    await saveStructureState(transaction, clientId, {
      judgedVersion: state.judgedVersion + Number(raisesJudgedVersion),
      // A new element at index n of the payload gets position nextPosition + n, so that new definitions keep the order of the payload.
      nextPosition: state.nextPosition + (hasCreated ? definitions.length : 0),
    });
  }
  const retyped = definitions.flatMap(({ attribute, previous, change }) =>
    previous && change?.typeChange ? [{ key: attribute.key, from: previous.typeId, to: attribute.typeId }] : [],
  );
  if (retyped.length > 0) await onTypeChange(transaction, clientId, retyped);
  return answerOf(merge);
}

function answerOf({ verdict: { definitions, warnings }, byKey }: Merge): PutAttributesAnswer {
  const viewer = createDefinitionViewer([...byKey.values()]);
  const count = (counted: string): number => definitions.filter(({ outcome }) => outcome === counted).length;
  return {
    attributes: definitions.map(({ attribute, outcome }) => ({ ...viewer.view(attribute), outcome })),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    warnings,
  };
}

/** Lists the definitions whose stored values are checked, each with its type and its `multiValue` before and after the change. */
export function listChangedAttributes({ checks, byKey, verdict }: Merge): ChangedAttribute[] {
  const viewer = createDefinitionViewer([...byKey.values()]);
  const checked = new Set(checks.map(({ index }) => index));
  return verdict.definitions.flatMap(({ index, attribute, previous }) => {
    if (!checked.has(index) || previous === undefined) return [];
    const { key, name, typeId, multiValue } = attribute;
    return [
      {
        key,
        path: viewer.view(attribute).path,
        name,
        from: { id: previous.typeId, multiValue: previous.multiValue },
        to: { id: typeId, multiValue },
      },
    ];
  });
}
