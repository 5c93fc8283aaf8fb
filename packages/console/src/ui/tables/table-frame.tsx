import { Paper, Table } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import classes from '../ui.module.css';

export interface Heading {
  label: string;
  width?: number | string;
  align?: 'right';
  title?: string;
  /** The narrowest window that shows the column; its cells need the same property. */
  visibleFrom?: 'lg';
}

/**
 * Returns the labels as custom CSS properties, which `CSSProperties` does not declare. The style sheet shows each label before the cells of
 * its column.
 */
const labelsOf = (headings: readonly Heading[], first: number) =>
  Object.fromEntries(
    headings.map(({ label }, index) => [`--label-${first + index}`, JSON.stringify(label)]),
  ) as CSSProperties;

/**
 * A table with a header. Scrolls horizontally if it is too wide. On a phone each row is a card, whose first cell is its title. `actions` is
 * the width in pixels of the last column, which contains buttons.
 */
export function TableFrame(props: {
  label: string;
  headings: Heading[];
  minWidth: number;
  actions?: number;
  /** True if the cells of a row are below each other on a phone; only for cells that need no heading. */
  stacks?: boolean;
  /** A checkbox that selects all rows, for a table whose rows begin with a checkbox. */
  choose?: ReactNode;
  /** True if the widths of the columns do not depend on the rows, for a table that renders only some of its rows. */
  isFixed?: boolean;
  /** The number of all rows, if only some are rendered. */
  rowCount?: number;
  children: ReactNode;
}) {
  const { choose = null } = props;
  const t = useMessages();
  return (
    <Paper
      withBorder
      className={`${classes.tableFrame} ${props.stacks === true ? classes.stacked : classes.cards}`}
      style={labelsOf(props.headings, choose === null ? 1 : 2)}
      data-choosable={choose !== null || undefined}
      tabIndex={0}
      role="group"
      aria-label={props.label}
    >
      <Table
        highlightOnHover
        miw={props.minWidth}
        layout={props.isFixed === true ? 'fixed' : 'auto'}
        {...(props.rowCount === undefined ? {} : { 'aria-rowcount': props.rowCount + 1 })}
      >
        <Table.Thead>
          <Table.Tr>
            {choose !== null && <Table.Th w={40}>{choose}</Table.Th>}
            {props.headings.map(({ label, width, align, title, visibleFrom }) => (
              <Table.Th
                key={label}
                {...(width === undefined ? {} : { w: width })}
                {...(visibleFrom === undefined ? {} : { visibleFrom })}
                ta={align ?? 'left'}
                title={title}
              >
                {label}
              </Table.Th>
            ))}
            {props.actions !== undefined && (
              <Table.Th w={props.actions}>
                <span className="sr-only">{t.attributes.actions}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{props.children}</Table.Tbody>
      </Table>
    </Paper>
  );
}
