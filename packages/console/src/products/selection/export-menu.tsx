import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { downloadChosen } from './product-download.ts';
import { downloadTable } from './table-download.ts';

const formats = ['csv', 'xlsx', 'ndjson'] as const;

/**
 * A menu that downloads the selected products as a table with the columns of the grid, or as NDJSON with all values.
 * @param keys the columns of the grid, in order
 */
export function ExportMenu({ search, selection, keys }: { search: ProductSearch; selection: Chosen; keys: string[] }) {
  const t = useMessages();
  const { clientId } = useWork();
  const download = useChange(
    async (api, format: (typeof formats)[number]) => {
      const fileName = `${clientId}-products.${format}`;
      if (format === 'ndjson') return downloadChosen(api, search, selection, fileName);
      return downloadTable(api, { search, chosen: selection, keys }, { format, fileName });
    },
    () => undefined,
  );
  return (
    <Menu position="top" withArrow>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={download.isPending}
        >
          {t.products.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() => {
              notifications.show({ message: t.products.exporting, closeButtonProps: { 'aria-label': t.common.close } });
              download.mutate(format);
            }}
          >
            {t.products.exportAs[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
