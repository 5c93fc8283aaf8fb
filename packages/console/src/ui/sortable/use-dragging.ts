import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Returns the index of the list item at a point of the screen, or undefined if there is none. */
function indexAt(list: Element, x: number, y: number): number | undefined {
  const items = [...list.children];
  const item = document.elementsFromPoint(x, y).find((element) => items.includes(element));
  return item === undefined ? undefined : items.indexOf(item);
}

/** Returns the vertical middle of an item's first line. The dragged item passes this item when the pointer crosses that middle. */
function middleOf(list: Element, index: number): number {
  const { top, height } = (list.children[index]?.firstElementChild ?? list).getBoundingClientRect();
  return top + height / 2;
}

/** Scrolls to the item before or after the dragged one, in the direction of the pointer, if it is not in view. */
function scrollToward(list: Element, from: number, y: number): void {
  const line = list.children[from]?.firstElementChild?.getBoundingClientRect();
  if (line === undefined || (y >= line.top && y <= line.bottom)) return;
  const beside = list.children[y < line.top ? from - 1 : from + 1]?.firstElementChild;
  beside?.scrollIntoView({ block: 'nearest' });
}

/**
 * Lets the items of a list be dragged, with a mouse or a finger. Listens on the window, because an element loses its pointer when it is
 * moved in the document.
 * @param indexOf returns the current index of an item
 * @param onMove called each time the dragged item passes another one
 */
export function useDragging(
  list: RefObject<HTMLElement | null>,
  indexOf: (key: string) => number,
  onMove: (from: number, to: number) => void,
) {
  const [dragging, setDragging] = useState<{ key: string; pointerId: number }>();
  const drag = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    const element = list.current;
    if (element === null || dragging === undefined) return;
    const from = indexOf(dragging.key);
    scrollToward(element, from, clientY);
    const to = indexAt(element, clientX, clientY);
    if (from < 0 || to === undefined || from === to) return;
    const middle = middleOf(element, to);
    if (to > from ? clientY > middle : clientY < middle) onMove(from, to);
  });
  useEffect(() => {
    if (dragging === undefined) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const isOther = ({ pointerId }: PointerEvent) => pointerId !== dragging.pointerId;
    const end = (event: PointerEvent) => {
      if (!isOther(event)) setDragging(undefined);
    };
    const move = (event: PointerEvent) => {
      // the button was released where the page receives no events, for example outside the window
      if (event.buttons === 0) end(event);
      else if (!isOther(event)) drag(event);
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    return () => ended.abort();
  }, [dragging]);
  /** Begins to drag an item. Ignores additional fingers, and all buttons except the primary one. */
  const begin = (key: string, { button, isPrimary, pointerId }: ReactPointerEvent) => {
    if (button === 0 && isPrimary) setDragging({ key, pointerId });
  };
  return { dragged: dragging?.key, begin };
}
