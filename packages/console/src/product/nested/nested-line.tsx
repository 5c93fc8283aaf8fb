import { IconChevronRight } from '@tabler/icons-react';
import type { AttributeDefinition } from '@pimento/contract';
import { memo, type ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useShowText } from '../../session/labels/use-show-text.ts';
import type { Structure } from '../../session/structure.ts';
import { digestOf } from '../rows/row-digest.ts';
import type { HeadLine, Line, SectionLine, TableLine } from '../rows/row-lines.ts';
import { keyOf, type Path } from '../rows/row-path.ts';
import { CellView } from './nested-cell.tsx';
import { useNestedTexts } from './nested-texts.ts';
import { hasWideFirst, tracksOf } from './nested-width.ts';
import classes from './nested.module.css';

/** The state of the table that a line reads. */
export interface LineContext {
  /** Prefix of the ids of the line's cells. */
  id: string;
  /** Column of the active cell. Undefined if the active cell is not in this line. */
  active: number | undefined;
  /** Column of the cell that has an input. Undefined if no cell of this line has one. */
  edited: number | undefined;
  /** The input of the cell in the column `edited`. */
  input: ReactNode;
  open: ReadonlySet<string>;
  found: ReadonlySet<string>;
  isChanged: (path: Path) => boolean;
  structure: Structure;
}

const isSameContext = (a: LineContext, b: LineContext): boolean =>
  a.id === b.id &&
  a.active === b.active &&
  a.edited === b.edited &&
  a.input === b.input &&
  a.open === b.open &&
  a.found === b.found &&
  a.isChanged === b.isChanged &&
  a.structure === b.structure;

/** The cells of one line. Only changed lines are rendered again, because rendering all lines took 170 ms for each arrow key. */
export const LineCells = memo(AnyLine, (a, b) => a.line === b.line && isSameContext(a.context, b.context));

function AnyLine({ line, context }: { line: Line; context: LineContext }) {
  if (line.kind === 'head') return <HeadCells line={line} />;
  if (line.kind === 'row') return <TableCells line={line} context={context} />;
  if (line.kind === 'section') return <SectionCell line={line} context={context} />;
  if (line.kind === 'more') return <MoreCell line={line} context={context} />;
  const { path, label, definition, value } = line;
  return (
    <div className={classes.field} role="presentation">
      <div
        role="rowheader"
        className={classes.name}

        title={definition?.description}
      >
        <span>{label}</span>
        <TypeOf definition={definition} />
      </div>
      <Cell context={context} column={0} path={path}>
        <CellView
          value={value}
          definition={definition}
          isComposite={false}
          isOpen={false}
          structure={context.structure}
        />
      </Cell>
    </div>
  );
}

/** A cell that can become active. A click reads the column from `data-cell`. */
function Cell(props: { context: LineContext; column: number; path: Path; isNumber?: boolean; children: ReactNode }) {
  const { context, column, path, isNumber = false, children } = props;
  const isEdited = context.edited === column;
  return (
    <div
      role="gridcell"
      id={`${context.id}-${column}`}
      className={classes.cell}
      data-cell={column}
      data-active={context.active === column || undefined}
      data-edited={isEdited || undefined}
      data-changed={context.isChanged(path) || undefined}
      data-found={context.found.has(keyOf(path)) || undefined}
      data-number={isNumber || undefined}
    >
      {isEdited ? context.input : children}
    </div>
  );
}

/** The type and the first units of an attribute. The types string and composite are not shown. */
function TypeOf({ definition }: { definition: AttributeDefinition | undefined }) {
  const t = useMessages();
  const type = definition?.type.id.toLowerCase() ?? 'string';
  const texts = [
    type === 'string' || type === 'composite' ? '' : (t.types[type] ?? type),
    ...(definition?.units ?? []).slice(0, 3),
  ].filter((text) => text !== '');
  return texts.length === 0 ? null : <small className={classes.type}>{texts.join(' · ')}</small>;
}

function HeadCells({ line: { columns, level } }: { line: HeadLine }) {
  return (
    <div
      className={classes.columns}
      role="presentation"
      data-wide-first={hasWideFirst(columns) || undefined}
      style={{ gridTemplateColumns: tracksOf(columns, level) }}
    >
      {columns.map(({ name, label, definition, isNumber }) => (
        <div
          key={name}
          role="columnheader"
          className={classes.head}
          data-number={isNumber || undefined}
          title={definition?.description ?? label}
        >
          <span>{label}</span>
          <TypeOf definition={definition} />
        </div>
      ))}
    </div>
  );
}

function TableCells({ line, context }: { line: TableLine; context: LineContext }) {
  const { columns, row, path, level } = line;
  return (
    <div
      className={classes.columns}
      role="presentation"
      data-wide-first={hasWideFirst(columns) || undefined}
      style={{ gridTemplateColumns: tracksOf(columns, level) }}
    >
      {columns.map(({ name, definition, isComposite, isNumber }, at) => {
        const place = [...path, name];
        return (
          <Cell key={name} context={context} column={at} path={place} isNumber={isNumber}>
            <CellView
              value={row[name]}
              definition={definition}
              isComposite={isComposite}
              isOpen={isComposite && context.open.has(keyOf(place))}
              structure={context.structure}
            />
          </Cell>
        );
      })}
    </div>
  );
}

function SectionCell({ line, context }: { line: SectionLine; context: LineContext }) {
  const t = useNestedTexts();
  const show = useShowText();
  const { definition, labels, rows, isOpen, hidden, isWhole, path } = line;
  return (
    <Cell context={context} column={0} path={path}>
      <span className={classes.section}>
        <IconChevronRight
          className={classes.chevron}
          data-open={isOpen || undefined}
          data-none={rows.length === 0 || undefined}
          size={14}
          aria-hidden
        />
        <span className={classes.names}>
          {labels.map((label, at) => (
            <span key={at}>
              {at > 0 && <span className={classes.step}> › </span>}
              {label}
            </span>
          ))}
        </span>
        {rows.length !== 1 && (
          <span className={classes.count}>{rows.length === 0 ? t.noRows : t.rows(rows.length)}</span>
        )}
        {!isOpen && (
          <span className={classes.digestText}>
            {digestOf(rows, { definition, structure: context.structure, show })}
          </span>
        )}
        {isOpen && (hidden > 0 || isWhole) && (
          <button type="button" className={classes.more} data-more tabIndex={-1}>
            {isWhole ? t.fewer : t.more(hidden)}
          </button>
        )}
      </span>
    </Cell>
  );
}

function MoreCell({ line, context }: { line: Extract<Line, { kind: 'more' }>; context: LineContext }) {
  const t = useNestedTexts();
  return (
    <Cell context={context} column={0} path={['more']}>
      <button type="button" className={classes.more} data-more tabIndex={-1}>
        {line.isWhole ? t.fewer : t.more(line.hidden)}
      </button>
    </Cell>
  );
}
