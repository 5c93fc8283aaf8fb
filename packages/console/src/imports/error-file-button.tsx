import { Button } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { getImportErrorFile } from '@pimento/contract/wire';
import { IconDownload } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { saveBlob } from '../ui/save-blob.ts';

const named = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/;

/** Returns the name of a download from its Content-Disposition. */
function fileNameOf(disposition: string | null): string | undefined {
  const [, encoded, plain] = named.exec(disposition ?? '') ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}

/** Downloads the rejected rows of a file with their reasons, to be corrected and dropped again. */
export function ErrorFileButton({ report }: { report: ImportReport }) {
  const t = useMessages();
  const { jobRef } = report;
  const download = useChange(
    async (api, _input: void) => {
      const answer = await api.open(getImportErrorFile, { params: { jobRef } });
      const name = fileNameOf(answer.headers.get('content-disposition')) ?? `errors-${jobRef}`;
      saveBlob(await answer.blob(), name);
    },
    () => undefined,
  );
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t.imports.errorFile}
    </Button>
  );
}
