import { type PointerEvent, useRef } from 'react';
import classes from './product-grid.module.css';

const narrowest = 80;
const widest = 900;

/** The edge of a column, to be dragged. */
export function ColumnHandle({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const begun = useRef<{ x: number; width: number } | undefined>(undefined);
  const onMove = (event: PointerEvent) => {
    const from = begun.current;
    if (from) onResize(Math.max(narrowest, Math.min(widest, Math.round(from.width + event.clientX - from.x))));
  };
  return (
    <div
      aria-hidden
      className={classes.handle}
      // a dragged edge must not drag the column
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        begun.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        begun.current = undefined;
      }}
    />
  );
}
