import { type ReactNode, Suspense, useState } from 'react';
import type { Structure } from '../../session/structure.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { CellHistoryContext, type CellOfComposite } from '../values/cell-history-context.ts';

const CellHistoryDialog = lazyPart(async () => (await import('./cell-history-dialog.tsx')).CellHistoryDialog);

/** Lets the composites of a product show the history of one of their values. */
export function CellHistory(props: { productId: string; structure: Structure; children: ReactNode }) {
  const { productId, structure, children } = props;
  const [cell, setCell] = useState<CellOfComposite>();
  return (
    <CellHistoryContext value={setCell}>
      {children}
      {cell && (
        <Suspense>
          <CellHistoryDialog {...{ productId, cell, structure }} onClose={() => setCell(undefined)} />
        </Suspense>
      )}
    </CellHistoryContext>
  );
}
