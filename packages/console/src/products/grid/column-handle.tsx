import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import classes from './product-grid.module.css';

const narrowest = 80;
const widest = 900;
const step = 20;
/** The horizontal padding of a cell in pixels, left plus right. */
const padding = 28;

const within = (width: number) => Math.max(narrowest, Math.min(widest, Math.round(width)));

/** Returns the width in pixels at which the header and all rendered cells of the column fit. */
function fittingWidth(handle: Element): number {
  const head = handle.parentElement;
  const index = [...(head?.parentElement?.children ?? [])].findIndex((one) => one === head);
  const cells = handle.closest('[role=grid]')?.querySelectorAll(`[role=row] > :nth-child(${index + 1}) > :first-child`);
  return padding + Math.max(0, ...[...(cells ?? [])].map(({ scrollWidth }) => scrollWidth));
}

/**
 * The resize handle of a column. Dragging or the arrow keys change the width. A double-click or Enter fits the width to the rendered cells.
 */
export function ColumnHandle(props: { label: string; width: number; onResize: (width: number) => void }) {
  const { label, width, onResize } = props;
  const t = useMessages();
  const begun = useRef<{ x: number; width: number } | undefined>(undefined);
  const resize = (next: number) => onResize(within(next));
  const onMove = (event: PointerEvent) => {
    const from = begun.current;
    if (from) resize(from.width + event.clientX - from.x);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => resize(width - step),
      ArrowRight: () => resize(width + step),
      Enter: () => resize(fittingWidth(event.currentTarget)),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    // stops the event, because the grid also handles Enter
    event.stopPropagation();
    act();
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.products.widthOf(label)}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      title={t.products.resize}
      className={classes.handle}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => resize(fittingWidth(event.currentTarget))}
      // Draggable only so that the drag can be cancelled. Otherwise, it would move the column.
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
