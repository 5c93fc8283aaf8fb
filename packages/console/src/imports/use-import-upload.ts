import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { isDirectImport, requireReadable } from './file-format.ts';
import { uploadImport, uploadTable } from './import-upload.ts';

export interface ImportOptions {
  /** True to remove all values of the imported products that the file does not contain. */
  replace: boolean;
  dryRun: boolean;
}

/** The import that was started, or the uploaded table or feed, which is previewed before its import. */
type Uploaded = { jobRef: string } | { fileId: string };

/**
 * Uploads one file at a time. Then opens the page of its import or, for a table or feed, the page of the file. `part` is the fraction that
 * has been sent, 0 to 1.
 */
export function useImportUpload({ replace, dryRun }: ImportOptions) {
  const t = useMessages();
  const { clientId } = useWork();
  const navigate = useNavigate();
  const [part, setPart] = useState(0);
  const upload = useChange(
    async (_api, file: File): Promise<Uploaded> => {
      const sent = { clientId, file, onProgress: setPart, words: t.problem.sending };
      await requireReadable(file, t.imports.foreign);
      if (!(await isDirectImport(file))) return { fileId: await uploadTable(sent) };
      return { jobRef: await uploadImport({ ...sent, replace, dryRun }) };
    },
    (uploaded) => {
      if ('jobRef' in uploaded) void navigate({ to: '/imports/$jobRef', params: { jobRef: uploaded.jobRef } });
      else
        void navigate({
          to: '/imports/files/$fileId',
          params: { fileId: uploaded.fileId },
          search: replace ? { replace: true } : {},
        });
      return undefined;
    },
  );
  return {
    /** The file that is being sent. */
    file: upload.isPending ? upload.variables : undefined,
    part,
    send: (file: File | null | undefined) => {
      if (!file) return;
      setPart(0);
      upload.mutate(file);
    },
  };
}
