import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type AttributeIndex, type AttributeNode, createAttributeIndex } from './attribute-index.ts';
import { attributeKey, maxNesting } from './attribute-key.ts';
import type { AttributeIdentity, DefinitionDraft } from './definition-types.ts';
import { createPendingDrafts, parentNamesOf, type PendingDrafts, type IdentifiedDraft } from './pending-drafts.ts';
import { shown } from '../values/quoted-text.ts';
import type { Attribute } from '../values/structure-types.ts';

/**
 * Maximum number of rounds. In any two consecutive rounds, at least one level of composites is resolved, so a draft that needs more rounds
 * is nested too deeply.
 */
const maxRounds = 3 * maxNesting;

export interface ResolvedParents {
  /** The identities of the resolved drafts, by index of the draft. */
  identities: Map<number, AttributeIdentity>;
  problems: ItemProblem[];
}

interface Search {
  /** The resolved attributes: the stored attributes and, after each round, the newly resolved drafts of the payload. */
  index: AttributeIndex;
  stored: AttributeIndex;
  pending: PendingDrafts;
  /**
   * True if the last round neither resolved nor refused a draft. Drafts then stop waiting for composites that might still get the path of
   * their parent.
   */
  relaxed: boolean;
}

type Step =
  | { kind: 'wait' }
  | { kind: 'refused'; problem: ItemProblem }
  | { kind: 'resolved'; parent: AttributeNode | null };

/**
 * Finds the parent of every draft. A draft is resolved as soon as no pending draft can still become its parent. All drafts of a round see
 * the same state, so their order has no effect. The drafts that remain at the end refer to composites that do not exist, refer to each
 * other, or are nested too deeply.
 */
export function resolveParents(stored: readonly Attribute[], drafts: readonly DefinitionDraft[]): ResolvedParents {
  const search: Search = {
    index: createAttributeIndex(stored),
    stored: createAttributeIndex(stored),
    pending: createPendingDrafts(drafts),
    relaxed: false,
  };
  const identities: ResolvedParents['identities'] = new Map();
  const problems: ItemProblem[] = [];
  for (let round = 0; round < maxRounds && search.pending.drafts.size > 0; round += 1) {
    const steps = Array.from(search.pending.drafts, (draft) => ({ draft, step: stepOf(draft, search) }));
    const decided = steps.filter(({ step }) => step.kind !== 'wait');
    if (decided.length === 0 && search.relaxed) break;
    search.relaxed = decided.length === 0;
    for (const { draft, step } of decided) {
      search.pending.remove(draft);
      if (step.kind === 'refused') problems.push(step.problem);
      if (step.kind === 'resolved') identities.set(draft.index, resolveInside(step.parent, draft, search));
    }
  }
  return { identities, problems: [...problems, ...leftoverProblems(search)] };
}

function stepOf(draft: IdentifiedDraft, search: Search): Step {
  if (draft.parentReference === null) return stepOfPath(draft, search);
  if (search.pending.hasComposite(draft.parentReference)) return { kind: 'wait' };
  const found = search.index.findParent(draft.parentReference);
  if (found.kind === 'found') return { kind: 'resolved', parent: found.parent };
  if (found.kind === 'none') return { kind: 'wait' };
  return { kind: 'refused', problem: ambiguous(draft, draft.parentReference, found.parents) };
}

/**
 * Finds the parent of a draft without a parent reference. If the id has the form `Parent/Child` and a composite matches its start, this
 * composite is the parent (the longest match is used). Otherwise, the draft is at the top level. A draft with an `externalId` and a "/" in
 * its id must have such a parent.
 */
function stepOfPath(draft: IdentifiedDraft, { index, stored, pending, relaxed }: Search): Step {
  const isPathId = typeof draft.externalId === 'string' && draft.id.includes('/');
  // A stored attribute with this id, for example created by an import, stays at the top level even if a composite matches its prefix.
  if (!isPathId && stored.get(draft.id) !== undefined) return { kind: 'resolved', parent: null };
  let isOtherType = false;
  for (const name of parentNamesOf(draft)) {
    if (pending.hasComposite(name) || (!relaxed && pending.mayBecome(name, draft))) return { kind: 'wait' };
    const found = index.findParent(name);
    if (found.kind === 'found') return { kind: 'resolved', parent: found.parent };
    if (found.kind === 'several') return { kind: 'refused', problem: ambiguous(draft, name, found.parents) };
    isOtherType ||= found.isOtherType;
  }
  if (!isPathId) return { kind: 'resolved', parent: null };
  if (!relaxed) return { kind: 'wait' };
  return { kind: 'refused', problem: noParent(draft, draft.id.slice(0, draft.id.lastIndexOf('/')), isOtherType) };
}

function resolveInside(
  parent: AttributeNode | null,
  draft: IdentifiedDraft,
  { index, stored }: Search,
): AttributeIdentity {
  const parentKey = parent?.key ?? null;
  const existing = parent === null ? undefined : stored.findChild(parent, draft.id);
  const id = existing?.id ?? draft.id;
  index.add({ parentKey, id, composite: draft.mayBeComposite });
  return { key: attributeKey(parentKey, id), parentKey };
}

/**
 * Lists the problems of the drafts that remain unresolved. If the parent of a draft may be another unresolved composite, only that
 * composite gets a problem.
 */
function leftoverProblems({ index, pending }: Search): ItemProblem[] {
  const inCycle = pending.findCycles();
  return Array.from(pending.drafts).flatMap((draft) => {
    const [name = draft.id] = parentNamesOf(draft);
    const path = pointerTo(draft);
    if (inCycle.has(draft)) {
      return [{ ...problem('composite-cycle', { attribute: shown(draft.id), parent: shown(name) }), path }];
    }
    if (parentNamesOf(draft).some((one) => pending.hasComposite(one))) return [];
    const found = index.findParent(name);
    if (draft.parentReference !== null && found.kind === 'none') return [noParent(draft, name, found.isOtherType)];
    return [{ ...problem('nesting-too-deep', { attribute: shown(draft.id), maxLevels: maxNesting }), path }];
  });
}

function pointerTo(draft: IdentifiedDraft): string {
  return `/${draft.index}/${draft.parentReference === null ? 'id' : 'compositeAttribute'}`;
}

function noParent(draft: IdentifiedDraft, name: string, isOtherType: boolean): ItemProblem {
  const params = { attribute: shown(draft.id), parent: shown(name) };
  return { ...problem(isOtherType ? 'parent-not-composite' : 'unknown-parent', params), path: pointerTo(draft) };
}

function ambiguous(draft: IdentifiedDraft, name: string, parents: AttributeNode[]): ItemProblem {
  const paths = parents.map((parent) => shown(`/${parent.path}`)).toSorted();
  const params = { attribute: shown(draft.id), parent: shown(name), paths: paths.slice(0, 5) };
  return { ...problem('ambiguous-parent', params), path: pointerTo(draft) };
}
