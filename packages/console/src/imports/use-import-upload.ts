import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { uploadImport } from './import-upload.ts';

export interface ImportOptions {
  /** True if the products in the file lose all values that the file does not contain. */
  replace: boolean;
  dryRun: boolean;
}

/** Uploads one file at a time and opens the page of its import. `part` is the fraction that has been sent, 0 to 1. */
export function useImportUpload({ replace, dryRun }: ImportOptions) {
  const t = useMessages();
  const { clientId } = useWork();
  const navigate = useNavigate();
  const [part, setPart] = useState(0);
  const upload = useChange(
    (_api, file: File) =>
      uploadImport({ clientId, file, replace, dryRun, onProgress: setPart, words: t.problem.sending }),
    (jobRef) => {
      void navigate({ to: '/imports/$jobRef', params: { jobRef } });
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
