import { isDeepStrictEqual } from 'node:util';
import type { AttributeIdentity, DefinitionDraft, JudgedDefinition } from './definition-types.ts';
import type { Attribute, Restriction } from '../values/structure-types.ts';

/** A draft that has all required fields. */
export type CompleteDraft = DefinitionDraft & { id: string; name: string; typeId: Attribute['typeId'] };

export function isComplete(draft: DefinitionDraft): draft is CompleteDraft {
  return draft.id !== undefined && draft.name !== undefined && draft.typeId !== undefined;
}

/**
 * Merges a draft into the stored definition. An absent field keeps its stored value, and null clears the value. A new attribute gets
 * `position`. At the top level, its storage name is its id. Inside a composite, its storage name is its name until `assignStorageNames` has
 * compared it with its siblings.
 */
export function mergeDefinition(
  draft: CompleteDraft,
  identity: AttributeIdentity,
  previous: Attribute | undefined,
  position: number,
): Attribute {
  const { id, name, typeId } = draft;
  return {
    ...identity,
    id: previous?.id ?? id,
    name,
    storageName: previous?.storageName ?? (identity.parentKey === null ? id : name),
    typeId,
    multiValue: draft.multiValue ?? (typeId === 'composite' || (previous?.multiValue ?? false)),
    externalId: merged(draft.externalId, previous?.externalId),
    description: merged(draft.description, previous?.description),
    labels: merged(draft.labels, previous?.labels),
    restriction: merged(draft.restriction, previous?.restriction),
    units: merged(draft.units, previous?.units),
    groupIds: merged(draft.groupIds, previous?.groupIds),
    displaySequence: merged(draft.displaySequence, previous?.displaySequence),
    position: previous?.position ?? position,
  };
}

/** Compares a merged definition with the stored one and classifies the change. */
export function judgeChange(index: number, attribute: Attribute, previous: Attribute | undefined): JudgedDefinition {
  if (previous === undefined) return { index, outcome: 'created', attribute };
  if (isDeepStrictEqual(attribute, previous)) return { index, outcome: 'unchanged', attribute: previous, previous };
  const change = {
    typeChange: attribute.typeId !== previous.typeId,
    multiValueChange: attribute.multiValue !== previous.multiValue,
    restrictionChange:
      !isDeepStrictEqual(withoutLabels(attribute.restriction), withoutLabels(previous.restriction)) ||
      (attribute.typeId === 'quantity' && !isDeepStrictEqual(attribute.units, previous.units)),
  };
  return { index, outcome: 'updated', attribute, previous, change };
}

/** Returns true if a product that was accepted before could now be rejected or parsed differently. */
export function changesJudgement({ outcome, attribute, previous, change }: JudgedDefinition): boolean {
  if (outcome === 'unchanged') return false;
  // The id of a new attribute can equal the name of an existing attribute. A payload with this key then refers to the new attribute.
  if (previous === undefined || change === undefined) return true;
  const isRenamed = attribute.name !== previous.name || attribute.externalId !== previous.externalId;
  return isRenamed || change.typeChange || change.multiValueChange || change.restrictionChange;
}

/** Returns the parts of a restriction that values must satisfy, so that stored values are not checked if only labels change. */
function withoutLabels(restriction: Restriction | null): Restriction | null {
  if (restriction?.listOfValues === undefined) return restriction;
  return { ...restriction, listOfValues: restriction.listOfValues.map(({ value }) => ({ value })) };
}

function merged<T>(sent: T | null | undefined, stored: T | null | undefined): T | null {
  return sent === undefined ? (stored ?? null) : sent;
}
