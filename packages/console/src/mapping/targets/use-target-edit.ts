import { type MappingEntry, putTargetMapping, type StoredMapping } from '@pimento/contract/wire';
import { useEffect, useEffectEvent } from 'react';
import { useEdit } from '../../session/use-edit.ts';
import { entriesOf, entriesText } from '../draft/target-entries.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { finishedEntries } from './entry-draft.ts';

interface TargetEntries {
  entries: MappingEntry[];
}

const draftOf = (stored: TargetEntries | undefined): TargetEntries => ({ entries: stored?.entries ?? [] });

/** Holds the edit of one target. Shows the latest stored entries until the user changes them. */
export function useTargetEdit(options: { channelId: string; path: string; name: string; stored: StoredMapping }) {
  const { channelId, path, name, stored } = options;
  const t = useMappingTexts();
  const entries = entriesOf(stored.mapping, path);
  const edit = useEdit<TargetEntries, TargetEntries, StoredMapping>({
    base: { entries },
    draftOf,
    parts: [{ of: ['entries'], label: name, show: (draft) => entriesText(draft.entries) }],
    send: (api, draft, seen) =>
      api.call(putTargetMapping, {
        params: { channelId, target: path },
        body: { entries: finishedEntries(draft.entries), ...(seen && { expected: seen.entries }) },
      }),
    done: () => t.editor.saved(name),
    // The problem `changed-meanwhile` contains the entries as a plain list, without an enclosing object.
    readStored: (present) => ({ entries: present as MappingEntry[] }),
  });
  const { isSuccess } = edit;
  const text = JSON.stringify(entries);
  // Restarts the edit with the new stored entries, unless the user has unsaved changes, which useEdit merges when they are saved.
  const follow = useEffectEvent((isSaved: boolean) => {
    if (!edit.isDirty || isSaved) edit.begin({ entries });
  });
  useEffect(() => follow(isSuccess), [text, isSuccess]);
  return edit;
}
