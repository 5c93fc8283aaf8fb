import { getImportMapping, previewImportFile } from '@pimento/contract/wire';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../session/use-call.ts';
import { type ColumnChange, withColumn, withoutMissing } from './draft/column-edit.ts';
import { defaultName } from './draft/default-name.ts';
import { type DraftBase, firstInput, type MappingDraft, type WizardInput } from './draft/draft-types.ts';
import { fileOptions } from './draft/file-options.ts';
import { keepInput, keptInput } from './draft/kept-input.ts';
import { documentOf, draftOf, fittedDraft } from './draft/mapping-draft.ts';

/** Milliseconds after which the stored mapping is fetched again, to notice changes by other users. */
const watchMs = 15_000;

/** Holds the user's decisions about a file, and the preview that the service returns for them. */
export function useWizard(fileId: string, replaces: boolean) {
  const [input, setInput] = useState<WizardInput>(() => keptInput(fileId) ?? { ...firstInput, replaces });
  const { format, start, headerRow } = input;
  useEffect(() => keepInput(fileId, input), [fileId, input]);
  const options = useMemo(
    () => fileOptions({ format, start, draft: input.draft, headerRow }),
    [format, start, input.draft, headerRow],
  );
  const preview = useCall(
    previewImportFile,
    { params: { fileId }, query: { rows: 20 }, body: options },
    { keepsPrevious: true, staleMs: watchMs },
  );
  const { data } = preview;
  const draft = useMemo(
    () => (input.draft && data && !preview.isPlaceholderData ? fittedDraft(input.draft, data) : input.draft),
    [input.draft, data, preview.isPlaceholderData],
  );
  const mappedBy = data?.mappedBy?.kind === 'stored' ? data.mappedBy : undefined;
  const name = input.base ? input.base.name : (mappedBy?.name ?? '');
  const stored = useCall(getImportMapping, { params: { name } }, { enabled: name !== '', refetchMs: watchMs });
  const begin = (): { draft: MappingDraft; base: DraftBase } | undefined => {
    if (draft && input.base) return { draft, base: input.base };
    // before the stored mapping is loaded, an edit would drop the parts of it that this file does not need
    if (data === undefined || data.mapping === null || (mappedBy && !stored.data)) return undefined;
    const storedDocument = mappedBy && stored.data?.document;
    const begun = draftOf(data.mapping, data.questions, storedDocument);
    // a format that the user has chosen for this file is a change, too
    const document = { ...documentOf(begun), format: storedDocument?.format };
    return { draft: begun, base: { name, version: mappedBy?.version ?? 0, document } };
  };
  const edit = (change: (draft: MappingDraft) => MappingDraft) => {
    const begun = begin();
    if (begun) set({ base: begun.base, draft: change(begun.draft) });
  };
  const set = (change: Partial<WizardInput>) => setInput((before) => ({ ...before, ...change }));
  const isChanged = draft !== undefined && JSON.stringify(documentOf(draft)) !== JSON.stringify(input.base?.document);
  return {
    fileId,
    input,
    set,
    options,
    preview,
    /** True while the preview is being loaded for the current options. */
    isStale: preview.isPlaceholderData || preview.isPending,
    /** True while the columns cannot be edited, because the mapping on which the edit is based is still being loaded. */
    isLocked: draft === undefined && (preview.isPlaceholderData || (mappedBy !== undefined && !stored.data)),
    columns: draft?.columns ?? data?.mapping?.columns ?? [],
    isChanged,
    begin,
    /** The current stored mapping, or undefined if there is none or while it is being loaded. */
    stored: name === '' ? undefined : stored.data,
    baseVersion: input.base?.version ?? mappedBy?.version ?? 0,
    baseName: name,
    mappingName: input.name ?? (name === '' ? defaultName(data?.file.name ?? '') : name),
    edit,
    changeColumn: (at: number, change: ColumnChange) => edit((before) => withColumn(before, at, change)),
    leaveOut: (header: string) => edit((before) => withoutMissing(before, header)),
    setContinued: (continued: boolean) => edit((before) => ({ ...before, continued })),
    setEmpty: (empty: 'leave' | 'clear') => edit((before) => ({ ...before, empty })),
    /** Reads the file again with different options, and discards the decisions about its columns. */
    restart: (change: Pick<Partial<WizardInput>, 'format' | 'start' | 'headerRow'>) =>
      set({ ...change, draft: undefined, base: undefined, name: undefined }),
  };
}

export type Wizard = ReturnType<typeof useWizard>;
