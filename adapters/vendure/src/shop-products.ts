import { z } from 'zod';
import { ShopRefusedError } from './shop-answer.ts';
import type { ShopConnection } from './shop-connection.ts';
import { slugOf } from './shop-keys.ts';
import { upsertOptions, groupFields, optionGroup, type ShopOptions } from './shop-options.ts';
import { splitBySize } from './shop-pages.ts';
import type { WantedVariant } from './variant-rules.ts';

/** A shop product, which is the parent of one or more variants. */
export interface ShopProduct {
  id: string;
  options: ShopOptions;
}

export interface ShopProductTerms {
  owner: string;
  language: string;
  requestBytes: number;
  /** Returns the shop's ids of a variant's files. */
  filesOf: (variant: WantedVariant) => string[];
}

const knownQuery = `query ($keys: [String!]!) {
  products(options: { take: 1000, filter: { pimentoKey: { in: $keys } } }) {
    items { id customFields { pimentoKey } optionGroups { ${groupFields} } }
  }
}`;
const known = z.object({
  products: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        customFields: z.object({ pimentoKey: z.string() }),
        optionGroups: z.array(optionGroup),
      }),
    ),
  }),
});
type KnownShopProduct = z.output<typeof known>['products']['items'][number];
const made = z.object({ made: z.object({ id: z.string() }) });

/** Creates the missing shop products of the variants. Updates an existing shop product if its main variant is among `wanted`. */
export async function upsertShopProducts(
  shop: ShopConnection,
  wanted: readonly WantedVariant[],
  terms: ShopProductTerms,
  signal: AbortSignal,
): Promise<Map<string, ShopProduct>> {
  const families = Map.groupBy(wanted, (variant) => variant.shopProductKey);
  const shopProducts = await findShopProducts(shop, [...families.keys()], signal);
  const updates: unknown[] = [];
  for (const [key, variants] of families) {
    const mainVariant = variants.find((variant) => variant.isSpeaker);
    const shopProduct = shopProducts.get(key);
    if (!shopProduct) shopProducts.set(key, await createShopProduct(shop, key, variants, terms, signal));
    else if (mainVariant) updates.push({ id: shopProduct.id, ...contentOf(mainVariant, terms) });
  }
  for (const input of splitBySize(updates, terms.requestBytes)) {
    const query = 'mutation ($input: [UpdateProductInput!]!) { updateProducts(input: $input) { id } }';
    await shop.ask(z.unknown(), query, { input }, signal);
  }
  const ready = new Map<string, ShopProduct>();
  for (const [key, variants] of families) {
    const shopProduct = shopProducts.get(key);
    if (!shopProduct) continue;
    const wanted = variants.flatMap((variant) => variant.options);
    ready.set(key, {
      id: shopProduct.id,
      options: await upsertOptions(shop, { ...terms, key, shopProduct }, wanted, signal),
    });
  }
  return ready;
}

async function findShopProducts(
  shop: ShopConnection,
  keys: string[],
  signal: AbortSignal,
): Promise<Map<string, KnownShopProduct>> {
  const { products } = await shop.ask(known, knownQuery, { keys }, signal);
  return new Map(products.items.map((shopProduct) => [shopProduct.customFields.pimentoKey, shopProduct]));
}

/** Returns the visible properties of a shop product. */
function contentOf(mainVariant: WantedVariant, { language, filesOf }: ShopProductTerms) {
  const { name, description = '' } = mainVariant;
  const assetIds = filesOf(mainVariant);
  return {
    translations: [{ languageCode: language, name, description }],
    assetIds,
    featuredAssetId: assetIds[0] ?? null,
  };
}

async function createShopProduct(
  shop: ShopConnection,
  key: string,
  variants: readonly WantedVariant[],
  terms: ShopProductTerms,
  signal: AbortSignal,
): Promise<KnownShopProduct> {
  const [first] = variants;
  const mainVariant = variants.find((variant) => variant.isSpeaker);
  const face = mainVariant ?? (first && { ...first, name: first.family ?? first.name, description: '' });
  if (!face) throw new Error('A shop product needs at least one variant.');
  const { translations, ...files } = contentOf(face, terms);
  // The slug contains the key, which makes it unique, because the shop is slow at finding an unused slug.
  const slug = `${slugOf(face.name)}-${key.slice(0, 12)}`;
  const input = {
    ...files,
    translations: translations.map((translation) => ({ ...translation, slug })),
    customFields: { pimentoKey: key, pimentoOwner: terms.owner },
  };
  const query = 'mutation ($input: CreateProductInput!) { made: createProduct(input: $input) { id } }';
  try {
    const answer = await shop.ask(made, query, { input }, signal);
    return { id: answer.made.id, customFields: { pimentoKey: key }, optionGroups: [] };
  } catch (error) {
    if (!(error instanceof ShopRefusedError)) throw error;
    // An earlier attempt may have created the shop product but lost the response.
    const found = (await findShopProducts(shop, [key], signal)).get(key);
    if (!found) throw error;
    return found;
  }
}
