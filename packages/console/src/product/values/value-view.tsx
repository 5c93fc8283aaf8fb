import { Anchor, Table, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { AssetValue } from '../../assets/record/asset-value.tsx';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import classes from './values.module.css';

type Row = Record<string, unknown>;

export const isRow = (item: unknown): item is Row => typeof item === 'object' && item !== null && !Array.isArray(item);

/**
 * Returns the columns of a composite: first the children that have a value, then properties without a definition, so that no value is
 * hidden.
 */
function columnsOf(rows: readonly Row[], children: readonly AttributeDefinition[]): string[] {
  const defined = children.map(({ name }) => name).filter((name) => rows.some((row) => Object.hasOwn(row, name)));
  const others = new Set(rows.flatMap((row) => Object.keys(row)));
  for (const name of defined) others.delete(name);
  return [...defined, ...others];
}

interface PackagingLink {
  __ID: string;
  QUANTITY: string | number;
}

/** Checks whether a row is a packaging link. Only packaging links have exactly the properties `__ID` and `QUANTITY`. */
const isLink = (item: unknown): item is PackagingLink =>
  isRow(item) && typeof item['__ID'] === 'string' && 'QUANTITY' in item && Object.keys(item).length === 2;

/** A value of any type: a string, a list, rows as nested tables, or links to products and assets. */
export function ValueView(props: {
  value: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
}) {
  const { value, definition, structure } = props;
  const t = useMessages();
  if (value === undefined || value === null || value === '') return <Text c="dimmed">{t.product.noValue}</Text>;
  const type = definition?.type.id.toLowerCase();
  const isAsset = type === 'asset';
  const isReference = type === 'reference';
  if (typeof value === 'string') {
    if (isAsset) return <AssetValue value={value} />;
    return isReference ? <ProductLink productId={value} /> : <TextValue text={value} />;
  }
  if (!Array.isArray(value)) return <code>{JSON.stringify(value)}</code>;
  const items = value as unknown[]; // the type of the items is checked below
  if (items.length === 0) return <Text c="dimmed">{t.product.noValue}</Text>;
  if (isAsset) return items.map((item, index) => <AssetValue key={index} value={String(item)} />);
  if (items.every(isLink)) return <LinksView links={items} />;
  if (items.every(isRow)) return <RowsView rows={items} definition={definition} structure={structure} />;
  return (
    <div className={classes.pills}>
      {items.map((item, index) => (
        <span key={index} className={classes.pill}>
          {typeof item !== 'string' ? JSON.stringify(item) : isReference ? <ProductLink productId={item} /> : item}
        </span>
      ))}
    </div>
  );
}

/** A link to a product, which may not exist yet. */
function ProductLink({ productId }: { productId: string }) {
  return (
    <Anchor component={Link} to={`/products/${encodeURIComponent(productId)}`} size="sm" className={classes.text}>
      {productId}
    </Anchor>
  );
}

function LinksView({ links }: { links: PackagingLink[] }) {
  return (
    <ul className={classes.tree}>
      {links.map(({ __ID: productId, QUANTITY: quantity }, index) => (
        <li key={index}>
          <div>
            <span className={classes.quantity}>{quantity} ×</span>
            <ProductLink productId={productId} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function TextValue({ text }: { text: string }) {
  if (/^https?:\/\/\S+$/.test(text))
    return (
      <Anchor href={text} target="_blank" rel="noreferrer noopener" size="sm" className={classes.text}>
        {text}
      </Anchor>
    );
  return <span className={classes.text}>{text}</span>;
}

function RowsView(props: { rows: Row[]; definition: AttributeDefinition | undefined; structure: Structure }) {
  const { rows, definition, structure } = props;
  const children = definition ? structure.childrenOf(definition.path) : [];
  const columns = columnsOf(rows, children);
  return (
    // a wide table scrolls, so it must be focusable
    <div className={classes.tableFrame} tabIndex={0} role="group" aria-label={definition?.name}>
      <Table withRowBorders={false} striped verticalSpacing={6} fz="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {columns.map((name) => (
                <Table.Td key={name}>
                  {Object.hasOwn(row, name) && (
                    <ValueView
                      value={row[name]}
                      definition={children.find((child) => child.name === name)}
                      structure={structure}
                    />
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
