import type { DefinitionDraft } from './definition-types.ts';

/**
 * A draft with an id: it can be a parent. `mayBeComposite` is also true if its type could not be parsed, so that its children get no
 * problem of their own.
 */
export interface IdentifiedDraft extends DefinitionDraft {
  id: string;
  mayBeComposite: boolean;
}

/** The drafts without a parent so far, by the names that could mean them. */
export interface PendingDrafts {
  drafts: ReadonlySet<IdentifiedDraft>;
  remove(draft: IdentifiedDraft): void;
  hasComposite(id: string): boolean;
  /** Whether a pending composite other than `self` could get this path: its id ends in the same way. */
  mayBecome(path: string, self: IdentifiedDraft): boolean;
  /** Drafts that wait, over any number of composites, for a composite of their own id. */
  findCycles(): Set<IdentifiedDraft>;
}

/** Names that may mean a draft's parent: its reference, else every prefix of its id before a "/", the longest first. */
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

/** Ids in cycles: repeatedly removes the ids that wait for nothing and the ids that nothing waits for, and returns the rest. */
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

/** The part after the last ".", "/" or "~1" (a "/" inside an id, escaped in paths). */
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
