import { type ReactNode, Suspense, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { headHeight } from '../grid/grid-rows.ts';
import { valueUnder } from '../grid/product-columns.ts';
import { markWidth } from '../grid/product-row-cells.tsx';
import { useGridRowHeight, useIsPhone } from '../grid/row-height.ts';
import type { CellActions, CellLayer as Layer } from './cell-layer.tsx';

const CellLayer = lazyPart(async () => (await import('./cell-layer.tsx')).CellLayer);

/** The handlers of grid events that load the layer. */
interface CellEvents {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/**
 * Loads the inputs over the cells when the grid is first used, to keep the first load of the console small.
 * @returns `handleKey`: must be called before the grid handles a key; returns true if the key was handled
 */
export function useCells(props: Omit<ComponentProps<typeof Layer>, 'ref' | 'parts'>): {
  layer: ReactNode;
  events: CellEvents;
  handleKey: (event: KeyboardEvent) => boolean;
} {
  const cells = useRef<CellActions>(null);
  const [isUsed, setUsed] = useState(false);
  const row = useGridRowHeight();
  const parts = useIsPhone() ? undefined : { row, head: headHeight, mark: markWidth, valueOf: valueUnder };
  const use = () => setUsed(true);
  return {
    layer: isUsed && (
      <Suspense>
        <CellLayer {...props} parts={parts} ref={cells} />
      </Suspense>
    ),
    events: {
      onPointerEnter: use,
      onFocus: use,
    },
    handleKey: (event) => cells.current?.key(event) ?? false,
  };
}
