import { Button, Group, Text } from '@mantine/core';
import { IconColumns2, IconPencil, IconSend, IconTrash, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useBulkTexts } from '../../bulk/texts/bulk-texts.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useWork } from '../../session/session.tsx';
import { maxCompared } from '../../product/compare/compare-search.ts';
import { SubmitDialog } from '../../submit/submit-dialog-loader.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ReadyMenu } from './ready-menu.tsx';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

const BulkDialog = lazyPart(async () => (await import('../bulk/bulk-dialog.tsx')).BulkDialog);

interface BarProps {
  search: ProductSearch;
  selection: Selection;
  /** The visible columns, in order. */
  keys: string[];
  /** Number of matching products, or undefined while they are being counted. */
  matching: number | undefined;
  countedAt: string | undefined;
  /** Lower bound for the number of matching products. */
  atLeast: number;
}

/** The actions for the selected products. Renders nothing if no product is selected. */
export function SelectionBar(props: BarProps) {
  const { search, selection, matching, countedAt } = props;
  const t = useMessages();
  const texts = useBulkTexts();
  const { canWrite } = useWork();
  const [dialog, setDialog] = useState<'edit' | 'submit' | 'delete'>();
  const close = () => setDialog(undefined);
  const size = selection.size(matching);
  const isCounting = size === undefined;
  if (size === 0) return null;
  return (
    <div className={classes.bar} role="region" aria-label={t.products.selection}>
      <Group gap="sm">
        <SelectionSize {...props} size={size} />
        {canWrite && (
          <BarButton
            variant="default"
            icon={<IconPencil size={14} aria-hidden />}
            disabled={isCounting}
            onClick={() => setDialog('edit')}
          >
            {texts.open}
          </BarButton>
        )}
        {canWrite && (
          <BarButton
            icon={<IconSend size={14} aria-hidden />}
            disabled={isCounting}
            onClick={() => setDialog('submit')}
          >
            {t.submit.open}
          </BarButton>
        )}
        {canWrite && <ReadyMenu choice={{ kind: selection.kind, ids: selection.ids, search }} count={size} />}
        {selection.kind === 'some' && selection.ids.size > 1 && selection.ids.size <= maxCompared && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconColumns2 size={14} aria-hidden />}
            renderRoot={(root) => <Link {...root} to="/compare" search={{ productId: [...selection.ids] }} />}
          >
            {t.products.compare}
          </Button>
        )}
        <ExportMenu search={search} selection={selection} keys={props.keys} />
        {canWrite && (
          <BarButton
            color="red"
            variant="light"
            icon={<IconTrash size={14} aria-hidden />}
            disabled={isCounting}
            onClick={() => setDialog('delete')}
          >
            {t.common.delete}
          </BarButton>
        )}
        <BarButton variant="subtle" color="gray" icon={<IconX size={14} aria-hidden />} onClick={selection.clear}>
          {t.products.clearSelection}
        </BarButton>
      </Group>
      {dialog === 'edit' && size !== undefined && (
        <Suspense>
          <BulkDialog search={search} chosen={selection} counted={{ count: size, asOf: countedAt }} onClose={close} />
        </Suspense>
      )}
      {dialog === 'submit' && (
        <SubmitDialog choice={{ kind: selection.kind, ids: selection.ids, search }} count={size} onClose={close} />
      )}
      {dialog === 'delete' && size !== undefined && (
        <DeleteDialog
          search={search}
          selection={selection}
          counted={{ count: size, asOf: countedAt }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The number of selected products, how many of them were selected in a different list, and a button that selects all matching ones. */
function SelectionSize({ selection, matching, atLeast, size }: BarProps & { size: number | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const canSelectAll = selection.kind === 'some' && size !== undefined && (matching ?? atLeast) > size;
  return (
    <>
      <Text fw={600} size="sm" className="number" aria-live="polite">
        {size === undefined ? t.products.counting : t.products.selected(formats.number(size))}
      </Text>
      {selection.elsewhere > 0 && (
        <Text size="sm" c="dimmed" className="number">
          {t.products.elsewhere(formats.number(selection.elsewhere))}
        </Text>
      )}
      {canSelectAll && (
        <Button size="compact-sm" variant="subtle" onClick={selection.chooseAll}>
          {matching === undefined ? t.products.selectAllMatching : t.products.selectMatching(formats.number(matching))}
        </Button>
      )}
    </>
  );
}

function BarButton(props: {
  icon: ReactNode;
  variant?: 'filled' | 'default' | 'light' | 'subtle';
  color?: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { icon, variant = 'filled', color, disabled = false, onClick, children } = props;
  return (
    <Button
      size="compact-sm"
      variant={variant}
      {...(color === undefined ? {} : { color })}
      leftSection={icon}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
