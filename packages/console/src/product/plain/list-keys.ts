import type { KeyboardEvent } from 'react';

/** Stops keys that choose an option in an open list or close the list, so that they do not also end the edit. */
export function keepListKeys(event: KeyboardEvent): void {
  const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
  if (isOpen && (event.key === 'Escape' || (event.key === 'Enter' && event.defaultPrevented))) event.stopPropagation();
}
