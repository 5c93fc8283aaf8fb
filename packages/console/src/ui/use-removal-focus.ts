import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard focus in a list from which items are removed. After a removal, focuses the button of the item that is now at the same
 * position. If there is none, focuses the button of the last item, or the fallback. Otherwise the browser would move the focus to the top
 * of the page.
 * @param selector matches the remove buttons in the list
 * @param fallback returns the element that gets the focus when no item is left
 * @returns a function to call with the pressed remove button before its item is removed
 */
export function useRemovalFocus(
  list: RefObject<HTMLElement | null>,
  selector: string,
  fallback?: () => HTMLElement | null | undefined,
): (button: Element | null) => void {
  const removed = useRef<{ button: Element; index: number }>(undefined);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  useEffect(() => {
    if (!removed.current || removed.current.button.isConnected) return;
    const left = buttons();
    const { index } = removed.current;
    removed.current = undefined;
    (left[Math.min(index, left.length - 1)] ?? fallback?.())?.focus();
  });
  return (button) => {
    if (button) removed.current = { button, index: buttons().findIndex((one) => one === button) };
  };
}
