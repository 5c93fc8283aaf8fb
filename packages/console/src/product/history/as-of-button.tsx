import { Button } from '@mantine/core';
import type { HistoryEntry } from '@pimento/contract';
import { IconHistory } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Structure } from '../../session/structure.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { type AsOfChange, changesAsOf } from './as-of-rules.ts';
import { useHistoryTexts } from './history-texts.ts';

const AsOfDialog = lazyPart(async () => (await import('./as-of-dialog.tsx')).AsOfDialog);

/**
 * The button that restores the product's state after an entry, and its dialog. There is no button if the values are the same now, or if the
 * product was deleted or created after the entry.
 */
export function AsOfButton(props: {
  productId: string;
  entry: HistoryEntry;
  entries: readonly HistoryEntry[];
  structure: Structure;
}) {
  const { productId, entry, entries, structure } = props;
  const texts = useHistoryTexts();
  // The changes that the user has seen. The dialog keeps them, even if the history is loaded again while it is open.
  const [seen, setSeen] = useState<readonly AsOfChange[]>();
  const changes = changesAsOf(entries, entry.historyId);
  return (
    <>
      {changes && changes.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconHistory size={14} aria-hidden />}
          onClick={() => setSeen(changes)}
        >
          {texts.open}
        </Button>
      )}
      {seen && (
        <Suspense>
          <AsOfDialog {...{ productId, at: entry.at, changes: seen, structure }} onClose={() => setSeen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
