import type { AttributeDefinition, Product } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';
import type { Structure } from '../../session/structure.ts';
import { isCompositeType, shownNames } from '../rows/row-columns.ts';
import { isRow, isRows, keyOf, type Path, type Row } from '../rows/row-path.ts';
import { isSameValue } from '../values/same-value.ts';
import { type Field, groupFields } from '../values/value-groups.ts';
import { alignRows } from './aligned-rows.ts';

/** One line of a comparison: a value, the head of a composite, or the head of one of its rows. */
export interface CompareLine {
  key: string;
  kind: 'value' | 'composite' | 'row';
  /** The depth in composites, from 0. */
  level: number;
  /** The name of the attribute. For a row, the text that names it, or undefined if the rows are aligned by position. */
  label: string | undefined;
  /** The position of a row, from 1; 0 for other kinds. */
  position: number;
  definition: AttributeDefinition | undefined;
  /**
   * One element per product, which depends on `kind`: the value, all rows of the composite, or one row. Undefined if the product has none.
   */
  values: unknown[];
  isDifferent: boolean;
}

/** The lines of one group of attributes. */
export interface CompareGroup {
  id: string;
  label: string;
  lines: CompareLine[];
}

const differ = (values: readonly unknown[]): boolean => values.some((value) => !isSameValue(value, values[0]));

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

interface Compared {
  path: Path;
  label: string;
  level: number;
  definition: AttributeDefinition | undefined;
  values: unknown[];
}

function linesOf(structure: Structure, compared: Compared): CompareLine[] {
  const { path, definition, values } = compared;
  const isComposite = isCompositeType(definition) || values.some(isRows);
  const line = { ...compared, key: keyOf(path), position: 0 };
  if (!isComposite) return [{ ...line, kind: 'value', isDifferent: differ(values) }];
  const inner = rowLines(structure, compared);
  return [{ ...line, kind: 'composite', isDifferent: inner.some(({ isDifferent }) => isDifferent) }, ...inner];
}

/** Returns the lines inside a composite. If no product has more than one row, the heads of the rows are left out. */
function rowLines(structure: Structure, { path, level, definition, values }: Compared): CompareLine[] {
  const lists = values.map(rowsIn);
  const children = definition ? structure.childrenOf(definition.path) : [];
  const isSingle = lists.every(({ length }) => length <= 1);
  const aligned = isSingle ? [{ label: undefined, rows: lists.map(([row]) => row) }] : alignRows(lists, children);
  return aligned.flatMap(({ label, rows }, at) => {
    const place = [...path, at];
    const inner = cellLines(structure, { path: place, level: isSingle ? level + 1 : level + 2, rows, children });
    if (isSingle) return inner;
    const isDifferent =
      inner.some((line) => line.isDifferent) || rows.some((row) => (row === undefined) !== (rows[0] === undefined));
    const head: CompareLine = {
      key: keyOf(place),
      kind: 'row',
      level: level + 1,
      label,
      position: at + 1,
      definition: undefined,
      values: rows,
      isDifferent,
    };
    return [head, ...inner];
  });
}

function cellLines(
  structure: Structure,
  cells: { path: Path; level: number; rows: (Row | undefined)[]; children: AttributeDefinition[] },
): CompareLine[] {
  const { path, level, rows, children } = cells;
  const { names } = shownNames(
    rows.filter((row) => row !== undefined),
    children,
    false,
  );
  return names.flatMap((name) => {
    const definition = children.find((child) => child.name === name);
    return linesOf(structure, {
      path: [...path, name],
      label: definition ? structure.nameOf(definition) : name,
      level,
      definition,
      values: rows.map((row) => row?.[name]),
    });
  });
}

/** Returns the packaging of a product as a field. `groupFields` leaves it out. */
const packagingOf = (t: Messages, product: Product): Field => ({
  name: 'PACKAGING',
  label: t.reserved['PACKAGING'] ?? 'PACKAGING',
  value: product.PACKAGING,
  definition: undefined,
});

/**
 * Compares products attribute by attribute. The rows of composites are aligned and compared value by value. Attributes that have no value
 * in any of the products are left out. Pure.
 */
export function compareProducts(t: Messages, products: readonly Product[], structure: Structure): CompareGroup[] {
  const groups = new Map<string, { label: string; fields: Map<string, Compared> }>();
  products.forEach((product, at) => {
    for (const { id, label, fields } of groupFields(t, product, structure)) {
      const group = groups.get(id) ?? { label, fields: new Map<string, Compared>() };
      groups.set(id, group);
      for (const field of id === ':base' ? [...fields, packagingOf(t, product)] : fields) {
        const compared = group.fields.get(field.name) ?? {
          path: [field.name],
          label: field.label,
          level: 0,
          definition: field.definition,
          values: products.map(() => undefined),
        };
        compared.values[at] = field.value;
        group.fields.set(field.name, compared);
      }
    }
  });
  return [...groups]
    .map(([id, { label, fields }]) => ({
      id,
      label,
      lines: [...fields.values()]
        .filter(({ values }) => values.some((value) => value !== undefined))
        .flatMap((compared) =>
          compared.path[0] === 'PACKAGING' ? [packagingLine(compared)] : linesOf(structure, compared),
        ),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** Packaging is compared as one value, because its rows are links to products and have no attribute definitions. */
const packagingLine = (compared: Compared): CompareLine => ({
  ...compared,
  key: keyOf(compared.path),
  kind: 'value',
  position: 0,
  isDifferent: differ(compared.values),
});
