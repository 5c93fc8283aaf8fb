import type { ImportReport } from '@pimento/contract';
import { getImportErrorFile } from '@pimento/contract/wire';
import { useMessages } from '../i18n/language.tsx';
import { decodedText } from '../ui/address/decoded-text.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { DownloadButton } from './download-button.tsx';

/** Returns the file name in a Content-Disposition header. */
function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  // the header has `filename*` only if the name contains non-ASCII characters
  return encoded === undefined ? /filename="([^"]+)"/.exec(disposition ?? '')?.[1] : decodedText(encoded);
}

/** Downloads the rejected rows of a file with the reasons, so that the user can correct and import them again. */
export function ErrorFileButton({ report }: { report: ImportReport }) {
  const t = useMessages();
  const { jobRef } = report;
  return (
    <DownloadButton
      label={t.imports.errorFile}
      download={async (api) => {
        const answer = await api.open(getImportErrorFile, { params: { jobRef } });
        const name = fileNameOf(answer.headers.get('content-disposition')) ?? `errors-${jobRef}`;
        saveBlob(await answer.blob(), name);
      }}
    />
  );
}
