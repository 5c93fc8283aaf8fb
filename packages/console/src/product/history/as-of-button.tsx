import { Button } from '@mantine/core';
import type { HistoryEntry } from '@pimento/contract';
import { IconHistory } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Structure } from '../../session/structure.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { changesAsOf } from './as-of-rules.ts';
import { useHistoryTexts } from './history-texts.ts';

const AsOfDialog = lazyPart(async () => (await import('./as-of-dialog.tsx')).AsOfDialog);

/**
 * The button that restores the product's state after an entry. Renders nothing if nothing has changed since, or if the product was deleted
 * or created since.
 */
export function AsOfButton(props: {
  productId: string;
  entry: HistoryEntry;
  entries: readonly HistoryEntry[];
  structure: Structure;
}) {
  const { productId, entry, entries, structure } = props;
  const texts = useHistoryTexts();
  const [isOpen, setOpen] = useState(false);
  const changes = changesAsOf(entries, entry.historyId);
  if (!changes || changes.length === 0) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconHistory size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen && (
        <Suspense>
          <AsOfDialog {...{ productId, at: entry.at, changes, structure }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
