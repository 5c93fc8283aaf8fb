import { RetryLaterError } from '@pimento/adapter-kit';
import { z } from 'zod';
import { ShopRefusedError } from './shop-answer.ts';
import type { ShopConnection } from './shop-connection.ts';
import { keyOf } from './shop-keys.ts';
import { splitBySize } from './shop-pages.ts';
import type { ShopProduct } from './shop-products.ts';
import type { WantedVariant } from './variant-rules.ts';

export interface VariantTerms {
  owner: string;
  language: string;
  submissionId: string;
  shopProducts: Map<string, ShopProduct>;
  requestBytes: number;
  filesOf: (variant: WantedVariant) => string[];
}

/** Product id → id of the variant, or the reason why the shop refused the product. */
export type ShopVariants = Map<string, { id: string } | { refusal: string }>;

/** A variant to write. `input.id` is undefined if the variant is new. */
interface Writing {
  productId: string;
  input: Record<string, unknown> & { id?: string };
}

const written = z.object({ written: z.array(z.object({ id: z.string() }).nullable()) });
const createQuery = `mutation ($input: [CreateProductVariantInput!]!) {
  written: createProductVariants(input: $input) { id }
}`;
const updateQuery = `mutation ($input: [UpdateProductVariantInput!]!) {
  written: updateProductVariants(input: $input) { id }
}`;
const knownQuery = `query ($owner: String!, $skus: [String!]!) {
  productVariants(options: {
    take: 1000
    filter: { pimentoOwner: { eq: $owner }, pimentoKey: { isNull: false }, sku: { in: $skus } }
  }) { items { id sku product { id } } }
}`;
const knownVariant = z.object({ id: z.string(), sku: z.string(), product: z.object({ id: z.string() }) });
const known = z.object({ productVariants: z.object({ items: z.array(knownVariant) }) });

/** Finds the existing variants of an owner's products. */
export async function findVariants(
  shop: ShopConnection,
  owner: string,
  productIds: readonly string[],
  signal: AbortSignal,
): Promise<z.output<typeof knownVariant>[]> {
  return (await shop.ask(known, knownQuery, { owner, skus: productIds }, signal)).productVariants.items;
}

/** Creates missing variants and updates the others. A refused variant does not stop the others. */
export async function upsertVariants(
  shop: ShopConnection,
  wanted: readonly WantedVariant[],
  terms: VariantTerms,
  signal: AbortSignal,
): Promise<ShopVariants> {
  const productIds = wanted.map((variant) => variant.productId);
  const variants = await findVariants(shop, terms.owner, productIds, signal);
  const ids = new Map(variants.map(({ sku, id }) => [sku, id]));
  const writings = wanted.map((variant): Writing => {
    const { productId } = variant;
    return { productId, input: inputOf(variant, ids.get(productId), terms) };
  });
  const results: ShopVariants = new Map();
  for (const isNew of [true, false]) {
    const some = writings.filter(({ input }) => (input.id === undefined) === isNew);
    for (const page of splitBySize(some, terms.requestBytes)) {
      for (const [productId, result] of await writeAll(shop, terms.owner, page, isNew, signal))
        results.set(productId, result);
    }
  }
  return results;
}

function inputOf(variant: WantedVariant, id: string | undefined, terms: VariantTerms): Writing['input'] {
  const { productId, name, price, stock, isForSale, values } = variant;
  const shopProduct = terms.shopProducts.get(variant.shopProductKey);
  const optionIds = variant.options.map(({ group, code }) => shopProduct?.options.get(group)?.get(code));
  const assetIds = terms.filesOf(variant);
  return {
    ...(id === undefined ? { productId: shopProduct?.id } : { id }),
    sku: productId,
    translations: [{ languageCode: terms.language, name }],
    enabled: isForSale,
    optionIds,
    assetIds,
    featuredAssetId: assetIds[0] ?? null,
    ...(price === undefined ? {} : { price }),
    ...(stock === undefined ? {} : { stockOnHand: stock }),
    customFields: {
      // The key contains the id of the shop product, so that the variants of a recreated shop product get new keys.
      pimentoKey: keyOf(terms.owner, 'variant', JSON.stringify([shopProduct?.id, productId])),
      pimentoOwner: terms.owner,
      pimentoSubmission: terms.submissionId,
      pimentoValues: values ?? null,
    },
  };
}

/**
 * Writes all variants in one request, which is one transaction at the shop. If the shop refuses the request, writes them one by one to find
 * the refused variants.
 */
async function writeAll(
  shop: ShopConnection,
  owner: string,
  writings: readonly Writing[],
  isNew: boolean,
  signal: AbortSignal,
): Promise<ShopVariants> {
  try {
    return await write(shop, writings, isNew, signal);
  } catch (error) {
    if (!(error instanceof ShopRefusedError)) throw error;
  }
  const results: ShopVariants = new Map();
  const unclear: { writing: Writing; error: ShopRefusedError }[] = [];
  for (const writing of writings) {
    try {
      for (const [productId, result] of await write(shop, [writing], isNew, signal)) results.set(productId, result);
    } catch (error) {
      if (!(error instanceof ShopRefusedError)) throw error;
      if (error.isFinal) results.set(writing.productId, { refusal: error.message });
      else unclear.push({ writing, error });
    }
  }
  await judgeUnclear(shop, owner, unclear, results, signal);
  return results;
}

/**
 * Records a refusal for each product that failed with an unclear cause.
 * @throws the first error if no product has a result, because the shop itself may have failed
 * @throws RetryLaterError if a failed product was created nevertheless
 */
async function judgeUnclear(
  shop: ShopConnection,
  owner: string,
  unclear: readonly { writing: Writing; error: ShopRefusedError }[],
  results: ShopVariants,
  signal: AbortSignal,
): Promise<void> {
  const [first] = unclear;
  if (!first) return;
  if (results.size === 0) throw first.error;
  const ids = unclear.filter(({ writing }) => writing.input.id === undefined).map(({ writing }) => writing.productId);
  if (ids.length > 0 && (await findVariants(shop, owner, ids, signal)).length > 0)
    throw new RetryLaterError('The shop is still processing an earlier request.', { cause: first.error });
  for (const { writing, error } of unclear) results.set(writing.productId, { refusal: error.message });
}

async function write(
  shop: ShopConnection,
  writings: readonly Writing[],
  isNew: boolean,
  signal: AbortSignal,
): Promise<ShopVariants> {
  const input = writings.map((writing) => writing.input);
  const answer = await shop.ask(written, isNew ? createQuery : updateQuery, { input }, signal);
  return new Map(
    writings.map(({ productId }, index) => {
      const id = answer.written[index]?.id;
      return [productId, id === undefined ? { refusal: 'The shop gives no reason.' } : { id }];
    }),
  );
}
