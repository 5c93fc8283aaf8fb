import type { AttributeDefinition } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { NestedTable } from '../nested/nested-grid-loader.tsx';
import { isLinks, PlainValue } from '../plain/plain-value.tsx';
import { isRows } from '../rows/row-path.ts';

/** A value of any type: a string, a list, rows as a table, or links to products and assets. */
export function ValueView(props: {
  value: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  /** The accessible name of a table of rows without a definition. With a definition, the table has the name of the definition. */
  label?: string;
  /** Another version of the value. The cells of rows that differ from it are marked. */
  compared?: unknown;
}) {
  const { value, definition, structure, label, compared } = props;
  const t = useMessages();
  if (!isRows(value) || isLinks(value)) return <PlainValue value={value} definition={definition} />;
  return (
    <NestedTable
      label={definition ? structure.nameOf(definition) : (label ?? t.product.values)}
      value={value}
      definition={definition}
      structure={structure}
      compared={compared}
    />
  );
}
