import type { Client } from '@pimento/client';
import { ProblemError } from '@pimento/client';
import { useState } from 'react';
import { useChange } from './use-change.ts';
import { type EditPart, type EditParts, mergeEdit, withParts } from '../ui/merge-edit.ts';

/** Somebody else has changed the same thing: nothing was stored, and both are to be shown. */
class EditConflict<Stored> extends Error {
  override readonly name = 'EditConflict';
  readonly stored: Stored;

  constructor(stored: Stored) {
    super('Somebody else has changed the same.');
    this.stored = stored;
  }
}

/** What is stored of a thing whose change was refused because it is no longer as it was read. */
function storedIn(error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.code !== 'changed-meanwhile') return undefined;
  const stored: unknown = error.problem['stored'];
  return Array.isArray(stored) ? stored[0] : stored;
}

/** So often somebody else may be faster before it is given up. */
const mostTries = 5;

interface Edit<Stored, Draft> {
  /** What was stored when the person began; undefined for what is new. */
  base: Stored | undefined;
  draft: Draft;
}

/**
 * An edit of something that others may change at the same time: what its person changed is laid onto what is stored by then, and refused
 * where both changed the same.
 * @param options `send` stores a draft if what is stored is still `seen`, else it fails with `changed-meanwhile`
 */
export function useEdit<Stored, Draft extends object, Answer>(options: {
  base: Stored | undefined;
  draftOf: (stored: Stored | undefined) => Draft;
  /** For what is new: what it begins with. */
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
      for (let left = mostTries; ; left--) {
        const { merged, conflicts } = mergeEdit(parts, {
          first: begin(base).draft,
          mine: draft,
          stored: begin(seen).draft,
        });
        if (seen !== undefined && conflicts.length > 0) throw new EditConflict(seen);
        try {
          return await send(api, merged, seen);
        } catch (error) {
          const stored = storedIn(error);
          if (stored === undefined || stored === null || base === undefined || left === 0) throw error;
          seen = stored as Stored; // what the operation shows of what is stored, as it was read
        }
      }
    },
    options.done,
    { showsFailure: true },
  );
  const { error } = save;
  // which type it holds is not known at run time; it was thrown above
  const conflict = error instanceof EditConflict ? (error as EditConflict<Stored>) : undefined;
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
    /** What went wrong, but for a conflict. */
    error: conflict ? null : error,
    set: (change: Partial<Draft>) => setEdit((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    /** Begins again with what is stored. */
    begin(base: Stored) {
      save.reset();
      setEdit(begin(base));
    },
    save: () => save.mutate(edit),
    conflict: found && {
      parts: found.parts,
      theirs: found.theirs,
      mine: edit.draft,
      /** Over what somebody else has stored. */
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
