import type { DefinitionDraft } from './definition-types.ts';

/**
 * A draft with an id, which other drafts can name as their parent. `mayBeComposite` is also true if the type is invalid, so that the
 * children of the draft are not reported as well.
 */
export interface IdentifiedDraft extends DefinitionDraft {
  id: string;
  mayBeComposite: boolean;
}

/** The drafts whose parent is not resolved yet, indexed by the names that can refer to them. */
export interface PendingDrafts {
  drafts: ReadonlySet<IdentifiedDraft>;
  remove(draft: IdentifiedDraft): void;
  hasComposite(id: string): boolean;
  /** Returns true if a pending composite other than `self` could still get this path, because its id has the same last part. */
  mayBecome(path: string, self: IdentifiedDraft): boolean;
  /** Finds drafts that wait, directly or through other composites, for a composite with their own id. */
  findCycles(): Set<IdentifiedDraft>;
}

/**
 * Returns the possible names of a draft's parent. These are its parent reference or, without a reference, every prefix of its id before a
 * "/", longest first.
 */
export function parentNamesOf(draft: IdentifiedDraft): string[] {
  if (draft.parentReference !== null) return [draft.parentReference];
  const names: string[] = [];
  for (let at = draft.id.lastIndexOf('/'); at > 0; at = draft.id.lastIndexOf('/', at - 1))
    names.push(draft.id.slice(0, at));
  return names;
}

export function createPendingDrafts(all: readonly DefinitionDraft[]): PendingDrafts {
  const drafts = new Set<IdentifiedDraft>();
  const byId = new Map<string, Set<IdentifiedDraft>>();
  const byLastPart = new Map<string, Set<IdentifiedDraft>>();
  for (const draft of all) {
    if (draft.id === undefined) continue;
    const { id, typeId } = draft;
    const readable = { ...draft, id, mayBeComposite: typeId === undefined || typeId === 'composite' };
    drafts.add(readable);
    if (!readable.mayBeComposite) continue;
    setOf(byId, id).add(readable);
    setOf(byLastPart, lastPart(id)).add(readable);
  }
  const hasComposite = (id: string): boolean => (byId.get(id)?.size ?? 0) > 0;
  return {
    drafts,
    remove(draft) {
      drafts.delete(draft);
      byId.get(draft.id)?.delete(draft);
      byLastPart.get(lastPart(draft.id))?.delete(draft);
    },
    hasComposite,
    mayBecome(path, self) {
      const candidates = byLastPart.get(lastPart(path));
      return candidates !== undefined && candidates.size > (candidates.has(self) ? 1 : 0);
    },
    findCycles() {
      const cyclic = cyclicNames(drafts, hasComposite);
      const waits = (draft: IdentifiedDraft): boolean => parentNamesOf(draft).some((name) => cyclic.has(name));
      return new Set(
        Array.from(drafts).filter((draft) => draft.mayBeComposite && cyclic.has(draft.id) && waits(draft)),
      );
    },
  };
}

/**
 * Finds the ids in cycles. Repeatedly removes the ids that do not wait for another id or for which no other id waits, and returns the
 * remaining ids.
 */
function cyclicNames(drafts: ReadonlySet<IdentifiedDraft>, hasComposite: (id: string) => boolean): Set<string> {
  const waitsFor = new Map<string, Set<string>>();
  const waitedForBy = new Map<string, Set<string>>();
  for (const draft of drafts) {
    if (!draft.mayBeComposite) continue;
    for (const name of parentNamesOf(draft).filter(hasComposite)) {
      setOf(waitsFor, draft.id).add(name);
      setOf(waitedForBy, name).add(draft.id);
    }
  }
  const remaining = new Set([...waitsFor.keys(), ...waitedForBy.keys()]);
  const toCheck = [...remaining];
  for (let name = toCheck.pop(); name !== undefined; name = toCheck.pop()) {
    const targets = setOf(waitsFor, name);
    const waiting = setOf(waitedForBy, name);
    if (!remaining.has(name) || (targets.size > 0 && waiting.size > 0)) continue;
    remaining.delete(name);
    for (const target of targets) setOf(waitedForBy, target).delete(name);
    for (const one of waiting) setOf(waitsFor, one).delete(name);
    toCheck.push(...targets, ...waiting);
  }
  return remaining;
}

/** Returns the part after the last ".", "/" or "~1" (in paths, "~1" is an escaped "/" of an id). */
function lastPart(text: string): string {
  const escaped = text.lastIndexOf('~1');
  const start = Math.max(text.lastIndexOf('.') + 1, text.lastIndexOf('/') + 1, escaped < 0 ? 0 : escaped + 2);
  return text.slice(start);
}

function setOf<T>(map: Map<string, Set<T>>, key: string): Set<T> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = new Set<T>();
  map.set(key, fresh);
  return fresh;
}
