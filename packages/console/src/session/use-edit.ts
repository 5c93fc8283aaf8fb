import type { Client } from '@pimento/client';
import { ProblemError } from '@pimento/client';
import { useState } from 'react';
import { useChange } from './use-change.ts';
import { type EditPart, type EditParts, mergeEdit, withParts } from '../ui/merge-edit.ts';

/** Thrown if a different user has changed the same part. Nothing was stored. `stored` is the other user's version. */
class EditConflictError<Stored> extends Error {
  override readonly name = 'EditConflictError';
  readonly stored: Stored;

  constructor(stored: Stored) {
    super('Another person has changed the same part.');
    this.stored = stored;
  }
}

/**
 * Reads the currently stored item from the problem `changed-meanwhile`. Returns undefined for any other error.
 * @param isWhole true if `stored` in the problem is the item itself, even if it is a list. If false and `stored` is a list, the item is its
 * only element
 */
function storedIn(error: unknown, isWhole: boolean): unknown {
  if (!(error instanceof ProblemError) || error.code !== 'changed-meanwhile') return undefined;
  const stored: unknown = error.problem['stored'];
  return Array.isArray(stored) && !isWhole ? stored[0] : stored;
}

/** The maximum number of attempts to merge and store again after another user's change. */
const maxRetries = 5;

interface Edit<Stored, Draft> {
  /** The stored item when the edit began, or undefined for a new item. */
  base: Stored | undefined;
  draft: Draft;
}

/**
 * Edits an item that others may edit at the same time. Saving merges the user's changes into the stored item. If a different user has
 * changed the same part, nothing is stored and `conflict` describes both versions.
 * @param options `send` stores a draft if the stored item still equals `seen`. Otherwise, it fails with `changed-meanwhile`
 */
export function useEdit<Stored, Draft extends object, Answer>(options: {
  base: Stored | undefined;
  draftOf: (stored: Stored | undefined) => Draft;
  /** Initial values for a new item. */
  fresh?: Partial<Draft>;
  parts: EditParts<Draft>;
  send: (api: Client, draft: Draft, seen: Stored | undefined) => Promise<Answer>;
  done: (answer: Answer) => string;
  /** Reads the stored item from the problem `changed-meanwhile`. By default, the problem must contain the item as `Stored`. */
  readStored?: (stored: unknown) => Stored;
}) {
  const { draftOf, parts, send, readStored } = options;
  const begin = (base: Stored | undefined): Edit<Stored, Draft> => ({
    base,
    draft: base === undefined ? { ...draftOf(base), ...options.fresh } : draftOf(base),
  });
  const [edit, setEdit] = useState(() => begin(options.base));
  const first = begin(edit.base).draft;
  const save = useChange<Edit<Stored, Draft>, Answer>(
    async (api, { base, draft }) => {
      let seen = base;
      for (let left = maxRetries; ; left--) {
        const { merged, conflicts } = mergeEdit(parts, {
          first: begin(base).draft,
          mine: draft,
          stored: begin(seen).draft,
        });
        if (seen !== undefined && conflicts.length > 0) throw new EditConflictError(seen);
        try {
          return await send(api, merged, seen);
        } catch (error) {
          const stored = storedIn(error, readStored !== undefined);
          if (stored === undefined || stored === null || base === undefined || left === 0) throw error;
          // Without `readStored`, the problem contains the item in the form of `Stored`.
          seen = readStored ? readStored(stored) : (stored as Stored);
        }
      }
    },
    options.done,
    { showsFailure: true, refreshesFirst: true },
  );
  const { error } = save;
  // Type parameters do not exist at run time. The type assertion is safe, because only the code above throws this error.
  const conflict = error instanceof EditConflictError ? (error as EditConflictError<Stored>) : undefined;
  const resolve = (): { parts: EditPart<Draft>[]; theirs: Draft; merged: Draft; stored: Stored } | undefined => {
    if (!conflict) return undefined;
    const theirs = draftOf(conflict.stored);
    const { merged, conflicts } = mergeEdit(parts, { first, mine: edit.draft, stored: theirs });
    return { parts: conflicts, theirs, merged, stored: conflict.stored };
  };
  const found = resolve();
  return {
    draft: edit.draft,
    base: edit.base,
    isDirty: JSON.stringify(edit.draft) !== JSON.stringify(first),
    isPending: save.isPending,
    isSuccess: save.isSuccess,
    /** The reason why saving failed, except for conflicts. */
    error: conflict ? null : error,
    set: (change: Partial<Draft>) => setEdit((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    /** Restarts the edit from the stored item. */
    begin(base: Stored) {
      save.reset();
      setEdit(begin(base));
    },
    save: () => save.mutate(edit),
    conflict: found && {
      parts: found.parts,
      theirs: found.theirs,
      mine: edit.draft,
      /** Overwrites the other user's change. */
      keepMine() {
        const next = { base: found.stored, draft: found.merged };
        setEdit(next);
        save.mutate(next);
      },
      takeTheirs() {
        setEdit({ base: found.stored, draft: withParts(found.merged, found.theirs, found.parts) });
        save.reset();
      },
    },
  };
}
