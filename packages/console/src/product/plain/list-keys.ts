import type { KeyboardEvent } from 'react';

/** Keeps the keys in an open list that choose an option or close the list, so that they do not end the edit, too. */
export function keepListKeys(event: KeyboardEvent): void {
  const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
  if (isOpen && (event.key === 'Escape' || (event.key === 'Enter' && event.defaultPrevented))) event.stopPropagation();
}
