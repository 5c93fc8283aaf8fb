import type { Client } from '@pimento/client';
import { ProblemError } from '@pimento/client';
import type { FileOptions, StoredImportMapping } from '@pimento/contract';
import { importFile, putImportMapping } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../session/use-change.ts';
import { storableMapping } from './draft/mapping-draft.ts';
import { baseAfter, type MappingNotice } from './draft/mapping-notice.ts';
import { useMerge } from './use-merge.ts';
import type { Wizard } from './use-wizard.ts';

/** Thrown if another user has stored the same mapping in the meantime. */
class MappingChangedError extends Error {
  override readonly name = 'MappingChangedError';
  readonly stored: StoredImportMapping;

  constructor(stored: StoredImportMapping) {
    super('Another person has stored this mapping meanwhile.');
    this.stored = stored;
  }
}

/**
 * Returns the options of the import. If a stored mapping is used without edits, they state the version that was shown, so that a later
 * change to the mapping has no effect on this import.
 */
function runOptions({ options, preview, input }: Pick<Wizard, 'options' | 'preview' | 'input'>): FileOptions {
  const mappedBy = preview.data?.mappedBy;
  if (input.draft !== undefined || mappedBy?.kind !== 'stored') return options;
  return { ...options, mapping: { kind: 'stored', name: mappedBy.name, version: mappedBy.version } };
}

/** Returns true if the mapping is stored when the import starts. */
const storesMapping = ({ input, preview, baseVersion, isChanged }: Wizard): boolean =>
  input.remembers && preview.data?.mapping !== null && (baseVersion === 0 || isChanged);

/**
 * Stores the mapping if the user has chosen this. Returns undefined if it is not stored.
 * @throws MappingChangedError, ProblemError, ConnectionError, UnexpectedAnswerError
 */
async function storeMapping(api: Client, wizard: Wizard): Promise<StoredImportMapping | undefined> {
  const document = wizard.preview.data?.mapping;
  if (!document || !storesMapping(wizard)) return undefined;
  try {
    return await api.call(putImportMapping, {
      params: { name: wizard.mappingName },
      query: { expectedVersion: wizard.baseVersion },
      body: storableMapping(document, wizard.input.draft),
    });
  } catch (error) {
    const stored = error instanceof ProblemError && error.code === 'changed-meanwhile' && error.problem['stored'];
    if (typeof stored !== 'object' || stored === null) throw error;
    throw new MappingChangedError(stored as StoredImportMapping); // the service returns the current mapping
  }
}

/** Starts the check of all rows, or stores the mapping if requested and starts the import. */
export function useRun(wizard: Wizard) {
  const navigate = useNavigate();
  const merge = useMerge(wizard);
  const [notice, setNotice] = useState<MappingNotice>();
  const { fileId, input, set } = wizard;
  const takeIn = (stored: StoredImportMapping) => {
    const isOther = wizard.baseVersion === 0 && stored.fingerprint !== wizard.preview.data?.fingerprint;
    if (isOther) setNotice({ kind: 'name-taken', name: stored.name });
    else setNotice(merge.takeIn(stored));
  };
  const run = useChange(
    async (api, { dryRun }: { dryRun: boolean }) => {
      const saved = dryRun ? undefined : await storeMapping(api, wizard);
      if (saved) {
        const { draft } = wizard.begin() ?? {};
        set({ draft, base: baseAfter(saved), name: undefined });
      }
      const importType = input.replaces ? 'REPLACEMENT' : 'IMPORTER';
      const body = runOptions(wizard);
      return api.call(importFile, { params: { fileId }, query: { importType, dryRun }, body });
    },
    ({ jobRef }, { dryRun }) => {
      setNotice(undefined);
      if (dryRun) set({ checked: { jobRef, options: checkKey(wizard) } });
      else void navigate({ to: '/imports/$jobRef', params: { jobRef }, ignoreBlocker: true });
      return undefined;
    },
    { showsFailure: true },
  );
  return {
    check: () => run.mutate({ dryRun: true }),
    start: () =>
      run.mutate(
        { dryRun: false },
        { onError: (error) => (error instanceof MappingChangedError ? takeIn(error.stored) : undefined) },
      ),
    isPending: run.isPending,
    /** The jobRef of the check, if a check was the last action on this visit. */
    checkedNow: run.variables?.dryRun === true ? run.data?.jobRef : undefined,
    /** True while a check is being started. Unlike `isPending`, false while an import is being started. */
    isChecking: run.isPending && run.variables.dryRun,
    error: run.error instanceof MappingChangedError ? null : run.error,
    notice,
    takeIn,
    closeNotice: () => setNotice(undefined),
  };
}

export type Run = ReturnType<typeof useRun>;

/** Returns a string that identifies the options of a check, to detect that its result is outdated. */
export const checkKey = (wizard: Wizard): string => JSON.stringify([runOptions(wizard), wizard.input.replaces]);
