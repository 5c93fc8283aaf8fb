import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { columnElementId } from './column-row.tsx';

/** Number of columns that are rendered at first, and that each click on "more" adds. */
const columnStep = 60;

/** Returns the index of a column, from 0. @param letters the name of the column in spreadsheets, such as AB */
export const columnIndex = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Returns the index of the column in a URL hash such as `#column-AB`, or undefined for any other hash. */
function columnIn(hash: string): number | undefined {
  const letters = /^#?column-([A-Z]{1,3})$/.exec(hash)?.[1];
  return letters === undefined ? undefined : columnIndex(letters);
}

/** Holds the number of rendered columns. `showColumn` renders a column if needed, scrolls to it and focuses it. */
export function useShownColumns() {
  const [shown, setShown] = useState(columnStep);
  const [, renderAgain] = useState(0);
  const wanted = useRef<string>(undefined);
  const showColumn = (at: number) => {
    wanted.current = columnElementId(at);
    setShown((before) => Math.max(before, at + 1));
    renderAgain((count) => count + 1); // ensures that the effect runs even if the column is already shown
  };
  useEffect(() => {
    const element = wanted.current === undefined ? null : document.getElementById(wanted.current);
    wanted.current = undefined;
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  });
  const showNamed = useEffectEvent(() => {
    const at = columnIn(location.hash);
    if (at !== undefined) showColumn(at);
  });
  useEffect(() => showNamed(), []);
  return { shown, showMore: () => setShown((before) => before + columnStep), showColumn };
}
