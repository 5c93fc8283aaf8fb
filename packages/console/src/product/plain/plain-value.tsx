import { Anchor, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { AssetValue } from '../../assets/record/asset-value.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useShowText } from '../../session/labels/use-show-text.ts';
import { FormattedView } from '../formatted/formatted-view.tsx';
import { isRow } from '../rows/row-path.ts';
import classes from './plain.module.css';

interface PackagingLink {
  __ID: string;
  QUANTITY: string | number;
}

/** Returns true if a row is a packaging link. Only packaging links have exactly the properties `__ID` and `QUANTITY`. */
const isLink = (item: unknown): item is PackagingLink =>
  isRow(item) && typeof item['__ID'] === 'string' && 'QUANTITY' in item && Object.keys(item).length === 2;

/** Returns true if a value is a list that contains only packaging links. */
export const isLinks = (value: unknown): value is PackagingLink[] => Array.isArray(value) && value.every(isLink);

/** A value without rows: a string, a list of strings, or links to products and assets. */
export function PlainValue({ value, definition }: { value: unknown; definition: AttributeDefinition | undefined }) {
  const t = useMessages();
  const show = useShowText();
  if (value === undefined || value === null || value === '')
    return (
      <Text c="dimmed" fz="inherit">
        {t.product.noValue}
      </Text>
    );
  const type = definition?.type.id.toLowerCase();
  const isAsset = type === 'asset';
  const isReference = type === 'reference';
  if (typeof value === 'string') {
    if (isAsset) return <AssetValue value={value} />;
    if (isReference) return <ProductLink productId={value} />;
    if (type === 'html') return <FormattedView text={value} />;
    return <TextValue text={value} shown={show(value, definition)} />;
  }
  if (!Array.isArray(value)) return <code>{JSON.stringify(value)}</code>;
  const items = value as unknown[]; // the type of the items is checked below
  if (items.length === 0)
    return (
      <Text c="dimmed" fz="inherit">
        {t.product.noValue}
      </Text>
    );
  if (isAsset) return items.map((item, index) => <AssetValue key={index} value={String(item)} />);
  if (isLinks(items)) return <LinksView links={items} />;
  return (
    <div className={classes.pills}>
      {items.map((item, index) => (
        <span key={index} className={classes.pill}>
          {typeof item !== 'string' ? (
            JSON.stringify(item)
          ) : isReference ? (
            <ProductLink productId={item} />
          ) : (
            show(item, definition)
          )}
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

/** A text as users see it, or a link if it is a web address. If `shown` differs from the stored text, the tooltip has the stored text. */
function TextValue({ text, shown }: { text: string; shown: string }) {
  if (/^https?:\/\/\S+$/.test(text))
    return (
      <Anchor href={text} target="_blank" rel="noreferrer noopener" size="sm" className={classes.text}>
        {text}
      </Anchor>
    );
  return (
    <span className={classes.text} title={shown === text ? undefined : text}>
      {shown}
    </span>
  );
}
