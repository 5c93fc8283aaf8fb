import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import type { AttributeDefinition } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { pathOf } from '../../products/filter/attribute-lineage.ts';
import { conditionText } from '../../products/filter/product-search.ts';
import { useStructure } from '../../session/use-structure.ts';
import classes from './held-values.module.css';

interface Holder {
  productId: string;
  /** What does not fit, and why; absent where any value is in the way. */
  misfit?: { path: string; value: string; reason: string };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function readSample(sample: unknown): Holder[] {
  if (typeof sample !== 'object' || sample === null || !('productId' in sample)) return [];
  const { productId, path, value, reason } = sample as Record<string, unknown>; // an object, as was just asked
  return [
    { productId: textOf(productId), misfit: { path: textOf(path), value: textOf(value), reason: textOf(reason) } },
  ];
}

/** Products whose values are in the way of a change, as the refusal lists them. */
function readHolders(error: unknown): { count: number; holders: Holder[] } | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const { count, samples, productIds } = error.problem;
  if (typeof count !== 'number') return undefined;
  if (error.code === 'values-do-not-fit' && Array.isArray(samples))
    return { count, holders: samples.flatMap(readSample) };
  if (error.code === 'attribute-in-use' && Array.isArray(productIds))
    return { count, holders: productIds.map((productId) => ({ productId: textOf(productId) })) };
  return undefined;
}

/** Whether something was refused because of values that are stored. */
export const isHeld = (error: unknown): boolean => readHolders(error) !== undefined;

/** Why a definition cannot be changed or deleted: the products that hold values in the way, and the way to all of them. */
export function HeldValues({ error, definition }: { error: unknown; definition: AttributeDefinition }) {
  const t = useMessages();
  const formats = useFormats();
  const { structure } = useStructure();
  const found = readHolders(error);
  if (!found) return null;
  const where = [conditionText(pathOf(structure, definition.path), '*', '')];
  const { count, holders } = found;
  const named = new Set(holders.map(({ productId }) => productId)).size;
  // in a tab of its own: what is being edited here is not saved
  const elsewhere = { target: '_blank', size: 'sm', underline: 'always' } as const;
  return (
    <Alert color="red" variant="light" role="alert" title={t.attributes.heldBy(formats.number(count))}>
      <Stack gap="sm">
        <Text size="sm">{t.attributes.heldText}</Text>
        <ul className={classes.holders}>
          {holders.map(({ productId, misfit }, place) => (
            <li key={place}>
              <Anchor {...elsewhere} component={Link} to={`/products/${encodeURIComponent(productId)}`}>
                {productId}
              </Anchor>
              {misfit && (
                <>
                  <code>{misfit.value}</code>
                  <Text size="xs" c="dimmed">
                    {misfit.reason}
                  </Text>
                </>
              )}
            </li>
          ))}
        </ul>
        {count > named && <Text size="sm">{t.submit.more(formats.number(count - named))}</Text>}
        <Anchor {...elsewhere} renderRoot={(root) => <Link {...root} to="/products" search={{ where }} />}>
          {t.attributes.allHolders(definition.name)}
        </Anchor>
      </Stack>
    </Alert>
  );
}
