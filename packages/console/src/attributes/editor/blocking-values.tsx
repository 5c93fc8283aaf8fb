import { Alert, Anchor, Stack, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import { conditionText } from '../../product-query/condition-text.ts';
import { useStructure } from '../../session/use-structure.ts';
import { textOfProblem } from '../../ui/problem-text.ts';
import classes from './blocking-values.module.css';
import { type BlockingProduct, readBlockingProducts } from './read-blocking-products.ts';

/** Links open a new tab because this tab has unsaved changes. */
const newTab = { target: '_blank', size: 'sm', underline: 'always' } as const;

/** The products whose values prevent the change or deletion of a definition. Renders nothing if `error` has a different reason. */
export function BlockingValues({ error, definition }: { error: unknown; definition: AttributeDefinition }) {
  const found = readBlockingProducts(error);
  return found ? <BlockingList {...found} definition={definition} /> : null;
}

interface BlockingListProps {
  /** The number of all products with blocking values. */
  count: number;
  products: readonly BlockingProduct[];
  definition: AttributeDefinition;
}

/** The first products with blocking values, and a link to all products with a value. */
export function BlockingList({ count, products, definition }: BlockingListProps) {
  const t = useMessages();
  const formats = useFormats();
  const { structure } = useStructure();
  const where = [conditionText(pathOf(structure, definition.path), '*', '')];
  // Products cannot be filtered by values that do not fit, so the label of the link states that its list contains all products with a
  // value.
  const isOfMisfits = products.some(({ misfit }) => misfit !== undefined);
  const shown = new Set(products.map(({ productId }) => productId)).size;
  return (
    <Alert color="red" variant="light" role="alert" title={t.attributes.heldBy(formats.number(count))}>
      <Stack gap="sm">
        <Text size="sm">{t.attributes.heldText}</Text>
        <ul className={classes.products}>
          {products.map((product, index) => (
            <BlockingValue key={index} product={product} />
          ))}
        </ul>
        {count > shown && <Text size="sm">{t.submit.more(formats.number(count - shown))}</Text>}
        <Anchor {...newTab} renderRoot={(root) => <Link {...root} to="/products" search={{ where }} />}>
          {(isOfMisfits ? t.attributes.allHoldersAndFitting : t.attributes.allHolders)(definition.name)}
        </Anchor>
      </Stack>
    </Alert>
  );
}

function BlockingValue({ product: { productId, misfit } }: { product: BlockingProduct }) {
  const t = useMessages();
  return (
    <li>
      <Anchor {...newTab} component={Link} to={`/products/${encodeURIComponent(productId)}`}>
        {productId}
      </Anchor>
      {misfit && (
        <>
          <code>{misfit.value}</code>
          <Text size="xs" c="dimmed">
            {textOfProblem(t, misfit.reason)}
          </Text>
        </>
      )}
    </li>
  );
}
