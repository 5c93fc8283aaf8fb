import type { ReactNode } from 'react';
import { useNestedTexts } from './nested-texts.ts';
import classes from './nested.module.css';
import type { Lines } from './use-lines.ts';

/** A table with at most this many lines has no button that closes all composites. */
const fewLines = 16;

/** The buttons below a table that show more or fewer of its rows, followed by `children`. Renders nothing if there are neither. */
export function NestedFoot(props: {
  lines: Lines;
  rows: number;
  isFolded: boolean;
  onUnfold: () => void;
  children?: ReactNode;
}) {
  const { lines, rows, isFolded, onUnfold, children } = props;
  const t = useNestedTexts();
  const buttons = [
    { isShown: isFolded, label: rows > 1 ? t.showRows(rows) : t.showAll, act: onUnfold },
    { isShown: lines.hasClosed, label: t.openAll, act: lines.openAll },
    { isShown: lines.hasOpen && lines.lines.length > fewLines, label: t.closeAll, act: lines.closeAll },
  ].filter(({ isShown }) => isShown);
  if (buttons.length === 0 && !children) return null;
  return (
    // keeps the focus in the input of a cell
    <div className={classes.foot} onMouseDown={(event) => event.preventDefault()}>
      {buttons.map(({ label, act }) => (
        <FootButton key={label} label={label} act={act} />
      ))}
      {children}
    </div>
  );
}

export function FootButton({ label, act }: { label: string; act: () => void }) {
  return (
    <button type="button" className={classes.more} onClick={act}>
      {label}
    </button>
  );
}
