import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type AttributeIndex, type AttributeNode, createAttributeIndex } from './attribute-index.ts';
import { attributeKey, maxNesting } from './attribute-key.ts';
import type { DefinitionDraft } from './definition-types.ts';
import { createPendingDrafts, parentNamesOf, type PendingDrafts, type ReadableDraft } from './pending-drafts.ts';
import { shown } from '../values/quoted-text.ts';
import type { Attribute } from '../values/structure-types.ts';

/** Every round places at least one level of composites; what needs this many lies deeper than is allowed. */
const maxRounds = 3 * maxNesting;

export interface ResolvedParents {
  /** The place of each draft that has one, by the draft's index. */
  places: Map<number, { key: string; parentKey: string | null }>;
  problems: ItemProblem[];
}

interface Search {
  /** The attributes that have a place: the stored ones and, round by round, those of the payload. */
  index: AttributeIndex;
  stored: AttributeIndex;
  pending: PendingDrafts;
  /** Set when nothing moves: drafts then stop waiting for what only might come. */
  relaxed: boolean;
}

type Step =
  | { kind: 'wait' }
  | { kind: 'refused'; problem: ItemProblem }
  | { kind: 'placed'; parent: AttributeNode | null };

/**
 * Finds the parent of every draft, whatever the order of the array. A draft is placed once nothing that is still
 * without a place could be the composite that it names. All drafts of a round see the same state, so that the order
 * cannot matter. What is left over at the end names composites that do not exist, or each other.
 */
export function resolveParents(stored: readonly Attribute[], drafts: readonly DefinitionDraft[]): ResolvedParents {
  const search: Search = {
    index: createAttributeIndex(stored),
    stored: createAttributeIndex(stored),
    pending: createPendingDrafts(drafts),
    relaxed: false,
  };
  const places: ResolvedParents['places'] = new Map();
  const problems: ItemProblem[] = [];
  for (let round = 0; round < maxRounds && search.pending.drafts.size > 0; round += 1) {
    const steps = Array.from(search.pending.drafts, (draft) => ({ draft, step: stepOf(draft, search) }));
    const decided = steps.filter(({ step }) => step.kind !== 'wait');
    if (decided.length === 0 && search.relaxed) break;
    search.relaxed = decided.length === 0;
    for (const { draft, step } of decided) {
      search.pending.remove(draft);
      if (step.kind === 'refused') problems.push(step.problem);
      if (step.kind === 'placed') places.set(draft.index, placeInside(step.parent, draft, search));
    }
  }
  return { places, problems: [...problems, ...leftoverProblems(search)] };
}

function stepOf(draft: ReadableDraft, search: Search): Step {
  if (draft.parentReference === null) return stepOfPath(draft, search);
  if (search.pending.hasComposite(draft.parentReference)) return { kind: 'wait' };
  const found = search.index.findParent(draft.parentReference);
  if (found.kind === 'found') return { kind: 'placed', parent: found.parent };
  if (found.kind === 'none') return { kind: 'wait' };
  return { kind: 'refused', problem: ambiguous(draft, draft.parentReference, found.parents) };
}

/** No parent is named: the id is `Parent/Child` where there is such a parent, the longest one first; else top level. */
function stepOfPath(draft: ReadableDraft, { index, stored, pending, relaxed }: Search): Step {
  const isPeerForm = typeof draft.externalId === 'string' && draft.id.includes('/');
  // A stored attribute of that very id, perhaps created by an import, stays itself when a composite is named like its beginning.
  if (!isPeerForm && stored.get(draft.id) !== undefined) return { kind: 'placed', parent: null };
  let isOtherType = false;
  for (const name of parentNamesOf(draft)) {
    if (pending.hasComposite(name) || (!relaxed && pending.mayBecome(name, draft))) return { kind: 'wait' };
    const found = index.findParent(name);
    if (found.kind === 'found') return { kind: 'placed', parent: found.parent };
    if (found.kind === 'several') return { kind: 'refused', problem: ambiguous(draft, name, found.parents) };
    isOtherType ||= found.isOtherType;
  }
  if (!isPeerForm) return { kind: 'placed', parent: null };
  if (!relaxed) return { kind: 'wait' };
  return { kind: 'refused', problem: noParent(draft, draft.id.slice(0, draft.id.lastIndexOf('/')), isOtherType) };
}

function placeInside(
  parent: AttributeNode | null,
  draft: ReadableDraft,
  { index, stored }: Search,
): { key: string; parentKey: string | null } {
  const parentKey = parent?.key ?? null;
  const existing = parent === null ? undefined : stored.findChild(parent, draft.id);
  const id = existing?.id ?? draft.id;
  index.add({ parentKey, id, composite: draft.mayBeComposite });
  return { key: attributeKey(parentKey, id), parentKey };
}

/** Drafts that only wait for a composite which has a problem itself get none of their own. */
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

function pointerTo(draft: ReadableDraft): string {
  return `/${draft.index}/${draft.parentReference === null ? 'id' : 'compositeAttribute'}`;
}

function noParent(draft: ReadableDraft, name: string, isOtherType: boolean): ItemProblem {
  const params = { attribute: shown(draft.id), parent: shown(name) };
  return { ...problem(isOtherType ? 'parent-not-composite' : 'unknown-parent', params), path: pointerTo(draft) };
}

function ambiguous(draft: ReadableDraft, name: string, parents: AttributeNode[]): ItemProblem {
  const paths = parents.map((parent) => shown(`/${parent.path}`)).toSorted();
  const params = { attribute: shown(draft.id), parent: shown(name), paths: paths.slice(0, 5) };
  return { ...problem('ambiguous-parent', params), path: pointerTo(draft) };
}
