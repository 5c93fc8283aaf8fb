import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { isRows } from '../rows/row-path.ts';
import type { NestedGridProps } from './nested-grid.tsx';

const Loaded = lazyPart(async () => (await import('./nested-grid.tsx')).NestedGrid);
// loads the code now, because a product will be shown soon
Loaded.preload();

const lineHeight = 33;
const maxLines = 13;

/** A table of rows, whose code is loaded on demand. */
export function NestedTable(props: NestedGridProps) {
  return (
    <Suspense
      fallback={
        <Skeleton height={Math.min(maxLines, (isRows(props.value) ? props.value.length : 0) + 1) * lineHeight} />
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}
