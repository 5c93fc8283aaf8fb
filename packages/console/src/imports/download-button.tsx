import { Button } from '@mantine/core';
import type { Client } from '@pimento/client';
import { IconDownload } from '@tabler/icons-react';
import { useChange } from '../session/use-change.ts';

/** A button that downloads a file. @param props.download fetches the file and saves it */
export function DownloadButton({ label, download }: { label: string; download: (api: Client) => Promise<void> }) {
  const change = useChange(
    (api, _input: void) => download(api),
    () => undefined,
  );
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {label}
    </Button>
  );
}
