import {
  type Adapter,
  type Batch,
  type BothShapes,
  defineAdapter,
  type ItemResult,
  type Withdrawal,
} from '@pimento/adapter-kit';
import { createShopConnection, type ShopConnection } from './shop-connection.ts';
import { uploadFiles, type ShopFiles } from './shop-files.ts';
import { ownerOf } from './shop-keys.ts';
import { upsertShopProducts } from './shop-products.ts';
import { removeIfEmpty, removeOwner, removeVariants, sweepOwner } from './shop-removal.ts';
import type { ShopSettings } from './shop-settings.ts';
import { buildStandard } from './shop-standard.ts';
import { getShopTerms } from './shop-terms.ts';
import { upsertVariants, findVariants, type ShopVariants } from './shop-variants.ts';
import { judgeProducts, type WantedVariant } from './variant-rules.ts';

/** Timeout for reading the shop's number of decimal places. After a timeout, the standard is published at the next start. */
const standardMs = 30_000;

/** Creates an adapter that delivers products to a Vendure shop. */
export function createVendureAdapter(settings: ShopSettings): Adapter<BothShapes> {
  const shop = createShopConnection(settings);
  return defineAdapter({
    shape: 'both',
    async standard() {
      const { decimals } = await getShopTerms(shop, AbortSignal.timeout(standardMs));
      return buildStandard(settings, decimals);
    },
    async authenticate({ properties }, { signal }) {
      const { user, password } = properties;
      const isValid = await shop.tryLogin(user ?? '', password ?? '', signal);
      if (isValid) return { isValid };
      return { isValid, message: 'The shop refuses this login.', erroneousProperties: ['user', 'password'] };
    },
    deliver: (batch, { signal }) => deliverBatch(shop, settings, batch, signal),
    withdraw: (withdrawal, { signal }) => withdrawProducts(shop, withdrawal, signal),
    disconnect: (disconnection, { signal }) => removeOwner(shop, ownerOf(disconnection), signal),
  });
}

async function deliverBatch(
  shop: ShopConnection,
  settings: ShopSettings,
  batch: Batch<BothShapes>,
  signal: AbortSignal,
): Promise<ItemResult[]> {
  const { submission, products, assets, isRepeat } = batch;
  const owner = ownerOf(submission);
  const { language, decimals } = await getShopTerms(shop, signal);
  const { wanted, refused } = judgeProducts(products, { owner, settings, decimals, assets });
  if (wanted.length === 0) return refused;
  if (isRepeat) await sweepOwner(shop, owner, signal);
  const files = await uploadFiles(shop, owner, assets, signal);
  const filesOf = (variant: WantedVariant) => variant.files.flatMap((name) => idOf(files, name));
  const { requestBytes } = settings;
  const shopProducts = await upsertShopProducts(shop, wanted, { owner, language, requestBytes, filesOf }, signal);
  await deleteMovedVariants(shop, owner, wanted, (key) => shopProducts.get(key)?.id, signal);
  const terms = { owner, language, requestBytes, submissionId: submission.submissionId, shopProducts, filesOf };
  const variants = await upsertVariants(shop, wanted, terms, signal);
  return [...refused, ...wanted.map((variant) => resultOf(variant, variants, files, settings))];
}

/** Deletes the variants of products, and the shop products that have no variants left. Ignores products that the shop does not have. */
async function withdrawProducts(
  shop: ShopConnection,
  { submission, products, isRepeat }: Withdrawal,
  signal: AbortSignal,
): Promise<void> {
  const owner = ownerOf(submission);
  if (isRepeat) await sweepOwner(shop, owner, signal);
  const productIds = products.map(({ __ID }) => __ID);
  await deleteVariants(shop, await findVariants(shop, owner, productIds, signal), signal);
}

/** Deletes variants whose family has changed. A variant cannot move to a different shop product, so it is created again later. */
async function deleteMovedVariants(
  shop: ShopConnection,
  owner: string,
  wanted: readonly WantedVariant[],
  shopProductIdOf: (key: string) => string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const shopProductIds = new Map(
    wanted.map(({ productId, shopProductKey }) => [productId, shopProductIdOf(shopProductKey)]),
  );
  const known = await findVariants(shop, owner, [...shopProductIds.keys()], signal);
  const moved = known.filter(({ sku, product }) => product.id !== shopProductIds.get(sku));
  await deleteVariants(shop, moved, signal);
}

async function deleteVariants(
  shop: ShopConnection,
  variants: readonly { id: string; product: { id: string } }[],
  signal: AbortSignal,
): Promise<void> {
  if (variants.length === 0) return;
  await removeVariants(
    shop,
    variants.map(({ id }) => id),
    signal,
  );
  for (const id of new Set(variants.map(({ product }) => product.id))) await removeIfEmpty(shop, id, signal);
}

function idOf(files: ShopFiles, name: string): string[] {
  const file = files.get(name);
  return file && 'id' in file ? [file.id] : [];
}

function resultOf(
  { productId, files: names, isForSale, price, values }: WantedVariant,
  variants: ShopVariants,
  files: ShopFiles,
  settings: ShopSettings,
): ItemResult {
  const variant = variants.get(productId);
  if (!variant || 'refusal' in variant)
    return { productId, status: 'Returned', message: variant?.refusal ?? 'The shop returned no result.' };
  const notes = names.flatMap((name) => {
    const file = files.get(name);
    return file && 'refusal' in file ? [`The shop refuses the file ${name}: ${file.refusal}`] : [];
  });
  if (!isForSale && settings.price !== undefined && price === undefined)
    notes.unshift(`Not for sale: it has no ${settings.price}.`);
  if (values === undefined) notes.push('Its values are too long for the shop and are not stored there.');
  const message = notes.length === 0 ? {} : { message: notes.join(' ').slice(0, 2000) };
  return { productId, status: 'Accepted', externalId: variant.id, ...message };
}
