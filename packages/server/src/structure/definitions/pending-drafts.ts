import type { DefinitionDraft } from './definition-types.ts';

/**
 * A draft with an id: it can be somebody's parent. `mayBeComposite` holds also where its type could not be read, so
 * that its children get no problem of their own.
 */
export interface ReadableDraft extends DefinitionDraft {
  id: string;
  mayBeComposite: boolean;
}

/** The drafts that have no place yet, by what they could be named. */
export interface PendingDrafts {
  drafts: ReadonlySet<ReadableDraft>;
  remove(draft: ReadableDraft): void;
  hasComposite(id: string): boolean;
  /** Whether a composite other than `self` could turn out to have this path: its id ends in the same way. */
  mayBecome(path: string, self: ReadableDraft): boolean;
  /** Drafts that wait, over any number of composites, for a composite of their own id. */
  findCycles(): Set<ReadableDraft>;
}

/** What may name a draft's parent: the reference, or in the form `Parent/Child` every beginning of the id, the longest first. */
export function parentNamesOf(draft: ReadableDraft): string[] {
  if (draft.parentReference !== null) return [draft.parentReference];
  const names: string[] = [];
  for (let at = draft.id.lastIndexOf('/'); at > 0; at = draft.id.lastIndexOf('/', at - 1))
    names.push(draft.id.slice(0, at));
  return names;
}

export function createPendingDrafts(all: readonly DefinitionDraft[]): PendingDrafts {
  const drafts = new Set<ReadableDraft>();
  const byId = new Map<string, Set<ReadableDraft>>();
  const byLastPart = new Map<string, Set<ReadableDraft>>();
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
      const alike = byLastPart.get(lastPart(path));
      return alike !== undefined && alike.size > (alike.has(self) ? 1 : 0);
    },
    findCycles() {
      const cyclic = cyclicNames(drafts, hasComposite);
      const waits = (draft: ReadableDraft): boolean => parentNamesOf(draft).some((name) => cyclic.has(name));
      return new Set(
        Array.from(drafts).filter((draft) => draft.mayBeComposite && cyclic.has(draft.id) && waits(draft)),
      );
    },
  };
}

/** The ids that remain when ids that wait for nothing, or that nothing waits for, are taken away again and again. */
function cyclicNames(drafts: ReadonlySet<ReadableDraft>, hasComposite: (id: string) => boolean): Set<string> {
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

/** What stands behind the last ".", "/" or "~1" (the "/" inside an id, as paths write it). */
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
