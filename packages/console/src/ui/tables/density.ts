import { useSyncExternalStore } from 'react';

/** Heights of the rows of all tables in pixels; must equal those in app.css. */
export const rowHeights = { compact: 36, normal: 40, spacious: 44 };
export type Density = keyof typeof rowHeights;

const storageKey = 'pimento.density';
const isDensity = (text: string | undefined): text is Density => text !== undefined && Object.hasOwn(rowHeights, text);
const listeners = new Set<() => void>();

/** Returns the density. It is an attribute of the page, so that the style sheet can read it. */
const current = (): Density => {
  const { density } = document.documentElement.dataset;
  return isDensity(density) ? density : 'normal';
};

export const currentRowHeight = (): number => rowHeights[current()];

/** Applies the density that was last chosen in this browser. */
export function restoreDensity(): void {
  const density = localStorage.getItem(storageKey) ?? undefined;
  if (isDensity(density)) document.documentElement.dataset['density'] = density;
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(storageKey, density);
  document.documentElement.dataset['density'] = density;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The density that the user has chosen for all tables. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, current);
