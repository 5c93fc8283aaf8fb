import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { columnElementId } from './column-row.tsx';

/** Columns that are rendered at first, and added each time. */
const columnStep = 60;

/** Returns the index of a column, from 0. @param letters as spreadsheets name it, such as AB */
export const columnIndex = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Returns the index of the column that an address names, as `#column-AB`; undefined if it names none. */
function columnIn(hash: string): number | undefined {
  const letters = /^#?column-([A-Z]{1,3})$/.exec(hash)?.[1];
  return letters === undefined ? undefined : columnIndex(letters);
}

/** The number of rendered columns, and how a column gets the focus that may not be rendered yet. */
export function useShownColumns() {
  const [shown, setShown] = useState(columnStep);
  const [, renderAgain] = useState(0);
  const wanted = useRef<string>(undefined);
  const showColumn = (at: number) => {
    wanted.current = columnElementId(at);
    setShown((before) => Math.max(before, at + 1));
    renderAgain((count) => count + 1); // the column may be shown already
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
