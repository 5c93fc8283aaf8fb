import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { downloadChosen } from './product-download.ts';

/** Downloads the selected products as an NDJSON file. */
export function DownloadButton({ search, selection }: { search: ProductSearch; selection: Chosen }) {
  const t = useMessages();
  const { clientId } = useWork();
  const download = useChange(
    (api, _input: void) => downloadChosen(api, search, selection, `${clientId}-products.ndjson`),
    () => undefined,
  );
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={download.isPending}
      onClick={() => {
        notifications.show({ message: t.products.exporting, closeButtonProps: { 'aria-label': t.common.close } });
        download.mutate();
      }}
    >
      {t.products.export}
    </Button>
  );
}
