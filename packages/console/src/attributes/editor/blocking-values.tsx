import { Alert, Anchor, Stack, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import { conditionText } from '../../product-query/condition-text.ts';
import { useWork } from '../../session/session.tsx';
import { useStructure } from '../../session/use-structure.ts';
import { textOfProblem } from '../../ui/problem-text.ts';
import classes from './blocking-values.module.css';
import { useFixTexts } from './fix-texts.ts';
import { FixValue, isFixable } from './fix-value.tsx';
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
          {[...Map.groupBy(products, ({ misfit, productId }) => misfit?.value ?? productId).values()].map(
            (group, index) => (
              <BlockingValue key={index} products={group} definition={definition} isAll={count <= shown} />
            ),
          )}
        </ul>
        {count > shown && <Text size="sm">{t.submit.more(formats.number(count - shown))}</Text>}
        <Anchor {...newTab} renderRoot={(root) => <Link {...root} to="/products" search={{ where }} />}>
          {(isOfMisfits ? t.attributes.allHoldersAndFitting : t.attributes.allHolders)(definition.name)}
        </Anchor>
      </Stack>
    </Alert>
  );
}

/** Maximum number of products that are listed for one value. */
const maxNamed = 3;

/** Products with the same value, or one product whose value blocks the change whatever it is. */
function BlockingValue(props: {
  products: readonly BlockingProduct[];
  definition: AttributeDefinition;
  /** False if more products have blocking values than are listed. */
  isAll: boolean;
}) {
  const { products, definition, isAll } = props;
  const t = useMessages();
  const texts = useFixTexts();
  const { canWrite } = useWork();
  const formats = useFormats();
  const misfit = products[0]?.misfit;
  return (
    <li>
      {products.slice(0, maxNamed).map(({ productId }) => (
        <Anchor key={productId} {...newTab} mr={8} component={Link} to={`/products/${encodeURIComponent(productId)}`}>
          {productId}
        </Anchor>
      ))}
      {products.length > maxNamed && (
        <Text span size="sm">
          {isAll ? texts.more(formats.number(products.length - maxNamed)) : '…'}
        </Text>
      )}
      {misfit && (
        <>
          <code>{misfit.value}</code>
          <Text size="xs" c="dimmed">
            {textOfProblem(t, misfit.reason)}
          </Text>
          {canWrite && isFixable(definition, misfit.value) && <FixValue definition={definition} value={misfit.value} />}
        </>
      )}
    </li>
  );
}
