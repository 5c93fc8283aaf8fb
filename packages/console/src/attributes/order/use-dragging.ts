import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Returns the index of the item of a list at a point of the screen, or undefined. */
function indexAt(list: Element, x: number, y: number): number | undefined {
  const items = [...list.children];
  const item = document.elementsFromPoint(x, y).find((element) => items.includes(element));
  return item === undefined ? undefined : items.indexOf(item);
}

/** Returns the middle of the first line of an item, so that an item with many lines is passed at its first one, in both directions. */
function middleOf(list: Element, index: number): number {
  const { top, height } = (list.children[index]?.firstElementChild ?? list).getBoundingClientRect();
  return top + height / 2;
}

/**
 * Lets the items of a list be dragged, with a mouse or a finger. Listens on the window, because an element loses its pointer when it is moved
 * in the document.
 * @param indexOf returns the current index of an item
 * @param onMove is called each time the dragged item passes another one
 */
export function useDragging(
  list: RefObject<HTMLElement | null>,
  indexOf: (key: string) => number,
  onMove: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<string>();
  const drag = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    const element = list.current;
    if (element === null || dragged === undefined) return;
    const from = indexOf(dragged);
    const to = indexAt(element, clientX, clientY);
    if (from < 0 || to === undefined || from === to) return;
    const middle = middleOf(element, to);
    if (to > from ? clientY > middle : clientY < middle) onMove(from, to);
  });
  useEffect(() => {
    if (dragged === undefined) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => setDragged(undefined);
    window.addEventListener('pointermove', (event) => drag(event), { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    return () => ended.abort();
  }, [dragged]);
  return { dragged, begin: setDragged };
}
