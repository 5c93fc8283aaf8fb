import type { CSSProperties } from 'react';
import type { Line } from '../rows/row-lines.ts';
import { LineCells, type LineContext } from './nested-line.tsx';
import { widthOf } from './nested-width.ts';
import classes from './nested.module.css';
import type { LineWindow } from './use-line-window.ts';

const isExpanded = (line: Line): boolean | undefined =>
  line.kind === 'section' || (line.kind === 'row' && line.isOpen) ? line.isOpen : undefined;

/** Sets the level, from which the indentation of the first cell is computed. */
const levelStyle = (level: number) => ({ '--level': level }) as CSSProperties; // React's type lacks custom properties

/** The head of the outermost table, and the lines near the visible area. */
export function LineList(props: {
  lines: readonly Line[];
  window: LineWindow;
  contextOf: (line: number) => LineContext;
}) {
  const { lines, window, contextOf } = props;
  const minWidth = widthOf(lines);
  return (
    <>
      {window.head && (
        <div role="row" aria-rowindex={1} aria-level={1} className={classes.top} style={{ minWidth, ...levelStyle(1) }}>
          <LineCells line={window.head} context={contextOf(0)} />
        </div>
      )}
      <div role="rowgroup" className={classes.body} style={{ height: window.height, minWidth }}>
        {window.items.map(({ index, key, top }) => {
          const line = lines[index];
          return (
            line && (
              <div
                key={key}
                ref={window.measure}
                data-index={window.indexOf(index)}
                data-line={index}
                data-kind={line.kind}
                role="row"
                aria-level={line.level}
                aria-rowindex={index + 1}
                aria-expanded={isExpanded(line)}
                className={classes.line}
                style={{ transform: `translateY(${top}px)`, ...levelStyle(line.level) }}
              >
                <LineCells line={line} context={contextOf(index)} />
              </div>
            )
          );
        })}
      </div>
    </>
  );
}
