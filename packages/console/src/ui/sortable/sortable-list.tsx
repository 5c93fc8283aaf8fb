import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useSortableTexts } from './sortable-texts.ts';
import classes from './sortable.module.css';
import { useDragging } from './use-dragging.ts';

interface SortableItem {
  key: string;
  name: string;
  content: ReactNode;
  /** Shown below the item and moved with it. */
  below?: ReactNode;
}

/** Returns how far a key moves an item of a list of `count` items, or undefined for other keys. */
function distanceOf(key: string, count: number): number | undefined {
  return { ArrowUp: -1, ArrowDown: 1, Home: -count, End: count }[key];
}

/**
 * A list whose items have handles. Dragging a handle moves the item, and so do the arrow keys, Home and End. Uses the pointer events of the
 * browser, because a drag-and-drop library would be larger than the whole dialog for the order of attributes.
 */
export function SortableList(props: {
  label: string;
  items: readonly SortableItem[];
  /** If true, the items have no handles. */
  isFixed?: boolean;
  onMove: (from: number, to: number) => void;
}) {
  const { label, items, isFixed = false, onMove } = props;
  const texts = useSortableTexts();
  const list = useRef<HTMLUListElement>(null);
  const [announced, setAnnounced] = useState('');
  /** Moves an item. Returns false if it is already at that position. */
  const move = (from: number, distance: number): boolean => {
    const to = Math.max(0, Math.min(items.length - 1, from + distance));
    const name = items[from]?.name;
    if (to === from || name === undefined) return false;
    onMove(from, to);
    setAnnounced(texts.position(name, to + 1, items.length));
    return true;
  };
  const { dragged, begin } = useDragging(
    list,
    (key) => items.findIndex((item) => item.key === key),
    (from, to) => void move(from, to - from),
  );
  const focused = useRef<string>(undefined);
  // a handle loses the focus when its item is moved in the document
  useLayoutEffect(() => {
    const index = items.findIndex(({ key }) => key === focused.current);
    focused.current = undefined;
    list.current?.children[index]?.querySelector<HTMLElement>('[data-handle]')?.focus();
  });
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const distance = distanceOf(event.key, items.length);
    if (distance === undefined) return;
    event.preventDefault();
    if (move(index, distance)) focused.current = items[index]?.key;
  };
  return (
    <>
      <ul ref={list} className={classes.list} aria-label={label}>
        {items.map(({ key, name, content, below }, index) => (
          <li key={key} className={classes.item} data-dragged={dragged === key || undefined}>
            <div className={classes.line}>
              {!isFixed && (
                <button
                  type="button"
                  data-handle
                  className={classes.handle}
                  aria-label={texts.handle(name)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onPointerDown={(event) => begin(key, event)}
                >
                  <IconGripVertical size={16} aria-hidden />
                </button>
              )}
              {content}
            </div>
            {below}
          </li>
        ))}
      </ul>
      <span className="sr-only" aria-live="polite">
        {announced}
      </span>
    </>
  );
}
