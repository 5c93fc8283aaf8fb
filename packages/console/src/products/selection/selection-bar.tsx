import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconSend, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { SubmitDialog } from '../../submit/submit-dialog-loader.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { downloadChosen } from './product-download.ts';
import type { ProductSearch } from '../filter/product-search.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

/** What can be done with the chosen products; in sight only when some are chosen. */
export function SelectionBar(props: {
  search: ProductSearch;
  selection: Selection;
  /** Undefined while they are being counted. */
  matching: number | undefined;
  countedAt: string | undefined;
  /** Matching ones that are known of. */
  atLeast: number;
}) {
  const { search, selection, matching, countedAt, atLeast } = props;
  const t = useMessages();
  const formats = useFormats();
  const { clientId, canWrite } = useWork();
  const [asking, setAsking] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const size = selection.size(matching);
  const isCounting = size === undefined;
  const count = isCounting ? '…' : formats.number(size);
  const download = useChange(
    (api, _input: void) => downloadChosen(api, search, selection, `${clientId}-products.ndjson`),
    () => undefined,
  );
  if (size === 0) return null;
  const showAll = selection.kind === 'some' && size !== undefined && (matching ?? atLeast) > size;
  return (
    <div className={classes.bar} role="region" aria-label={t.products.selection}>
      <Group gap="sm">
        <Text fw={600} size="sm" className="number" aria-live="polite">
          {isCounting ? t.products.counting : t.products.selected(count)}
        </Text>
        {selection.elsewhere > 0 && (
          <Text size="sm" c="dimmed" className="number">
            {t.products.elsewhere(formats.number(selection.elsewhere))}
          </Text>
        )}
        {showAll && (
          <Button size="compact-sm" variant="subtle" onClick={selection.chooseAll}>
            {matching === undefined
              ? t.products.selectAllMatching
              : t.products.selectMatching(formats.number(matching))}
          </Button>
        )}
        {canWrite && (
          <Button
            size="compact-sm"
            leftSection={<IconSend size={14} aria-hidden />}
            disabled={isCounting}
            onClick={() => setSubmitting(true)}
          >
            {t.submit.open}
          </Button>
        )}
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
        {canWrite && (
          <Button
            size="compact-sm"
            color="red"
            variant="light"
            leftSection={<IconTrash size={14} aria-hidden />}
            disabled={isCounting}
            onClick={() => setAsking(true)}
          >
            {t.common.delete}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={selection.clear}
        >
          {t.products.clearSelection}
        </Button>
      </Group>
      {submitting && (
        <SubmitDialog
          choice={{ kind: selection.kind, ids: selection.ids, search }}
          count={size}
          onClose={() => setSubmitting(false)}
        />
      )}
      {asking && size !== undefined && (
        <DeleteDialog
          search={search}
          selection={selection}
          counted={{ count: size, asOf: countedAt }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
