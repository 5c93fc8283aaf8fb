import type { Client } from '@pimento/client';
import { ProblemError } from '@pimento/client';
import { useState } from 'react';
import { useChange } from './use-change.ts';
import { type EditPart, type EditParts, mergeEdit, withParts } from '../ui/merge-edit.ts';

/** Another person has changed the same part: nothing was stored. `stored` is what they stored. */
class EditConflictError<Stored> extends Error {
  override readonly name = 'EditConflictError';
  readonly stored: Stored;

  constructor(stored: Stored) {
    super('Another person has changed the same part.');
    this.stored = stored;
  }
}

/** What is stored now, from a problem `changed-meanwhile`; undefined for any other error. */
function storedIn(error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.code !== 'changed-meanwhile') return undefined;
  const stored: unknown = error.problem['stored'];
  return Array.isArray(stored) ? stored[0] : stored;
}

/** Attempts to merge and store again after another person was faster. */
const maxRetries = 5;

interface Edit<Stored, Draft> {
  /** What was stored when the edit began; undefined for a new item. */
  base: Stored | undefined;
  draft: Draft;
}

/**
 * An edit of an item that others may edit at the same time. On saving, the person's changes are merged into what is stored by then; if both
 * changed the same part, nothing is stored and `conflict` describes both sides.
 * @param options `send` stores a draft if what is stored is still `seen`; otherwise it fails with `changed-meanwhile`
 */
export function useEdit<Stored, Draft extends object, Answer>(options: {
  base: Stored | undefined;
  draftOf: (stored: Stored | undefined) => Draft;
  /** Initial values of a new item. */
  fresh?: Partial<Draft>;
  parts: EditParts<Draft>;
  send: (api: Client, draft: Draft, seen: Stored | undefined) => Promise<Answer>;
  done: (answer: Answer) => string;
}) {
  const { draftOf, parts, send } = options;
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
          const stored = storedIn(error);
          if (stored === undefined || stored === null || base === undefined || left === 0) throw error;
          seen = stored as Stored; // the operation returns the item in the form in which it was read
        }
      }
    },
    options.done,
    { showsFailure: true },
  );
  const { error } = save;
  // the type parameter does not exist at run time; the error was thrown above
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
    /** Why saving failed, except for conflicts. */
    error: conflict ? null : error,
    set: (change: Partial<Draft>) => setEdit((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    /** Starts again from what is stored. */
    begin(base: Stored) {
      save.reset();
      setEdit(begin(base));
    },
    save: () => save.mutate(edit),
    conflict: found && {
      parts: found.parts,
      theirs: found.theirs,
      mine: edit.draft,
      /** Overwrites the other person's change. */
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
