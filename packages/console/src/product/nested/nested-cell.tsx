import { IconChevronRight } from '@tabler/icons-react';
import type { AttributeDefinition } from '@pimento/contract';
import { memo } from 'react';
import type { Structure } from '../../session/structure.ts';
import { useShowText } from '../../session/labels/use-show-text.ts';
import { PlainValue } from '../plain/plain-value.tsx';
import { digestOf } from '../rows/row-digest.ts';
import { isRow, isRows, type Row } from '../rows/row-path.ts';
import type { ShownBy } from '../rows/shown-rows.ts';
import { useNestedTexts } from './nested-texts.ts';
import classes from './nested.module.css';

const isLinked = (definition: AttributeDefinition | undefined): boolean =>
  ['asset', 'reference'].includes(definition?.type.id.toLowerCase() ?? '');

/** The value of one cell. A composite is shown as a summary of its rows. */
export const CellView = memo(function CellView(props: {
  value: unknown;
  definition: AttributeDefinition | undefined;
  isComposite: boolean;
  isOpen: boolean;
  structure: Structure;
}) {
  const { value, definition, isComposite, isOpen, structure } = props;
  const show = useShowText();
  if (value === undefined || value === null || value === '') return null;
  if (isComposite || isRows(value))
    return (
      <Digest
        rows={Array.isArray(value) ? value.filter(isRow) : []}
        isOpen={isOpen}
        by={{ definition, structure, show }}
      />
    );
  if (typeof value === 'string' && !isLinked(definition) && !/^https?:\/\//.test(value))
    return (
      <span className={classes.text} title={value.length > 60 ? value : undefined}>
        {show(value, definition)}
      </span>
    );
  return <PlainValue value={value} definition={definition} />;
});

/**
 * Shows the number of rows and, if the composite is closed, the first texts in the rows. For a single row, a closed composite shows only
 * the texts.
 */
function Digest({ rows, isOpen, by }: { rows: readonly Row[]; isOpen: boolean; by: ShownBy }) {
  const t = useNestedTexts();
  return (
    <span className={classes.digest}>
      <IconChevronRight className={classes.chevron} data-open={isOpen || undefined} size={14} aria-hidden />
      {(rows.length !== 1 || isOpen) && <span className={classes.count}>{t.rows(rows.length)}</span>}
      {!isOpen && <span className={classes.digestText}>{digestOf(rows, by)}</span>}
    </span>
  );
}
