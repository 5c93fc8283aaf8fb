import { z } from 'zod';
import { ShopRefusal } from './shop-answer.ts';
import type { ShopConnection } from './shop-connection.ts';
import { slugOf } from './shop-keys.ts';
import { bringOptions, groupFields, optionGroup, type ShopOptions } from './shop-options.ts';
import { splitBySize } from './shop-pages.ts';
import type { WantedVariant } from './variant-rules.ts';

/** A product of the shop: where one or more variants have their place. */
export interface ShopPlace {
  id: string;
  options: ShopOptions;
}

export interface PlaceTerms {
  owner: string;
  language: string;
  requestBytes: number;
  /** Ids at the shop of the files of a variant. */
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
type KnownPlace = z.output<typeof known>['products']['items'][number];
const made = z.object({ made: z.object({ id: z.string() }) });

/** Brings the products of the shop that the variants need, with their options. */
export async function bringPlaces(
  shop: ShopConnection,
  wanted: readonly WantedVariant[],
  terms: PlaceTerms,
  signal: AbortSignal,
): Promise<Map<string, ShopPlace>> {
  const families = Map.groupBy(wanted, (variant) => variant.placeKey);
  const places = await findPlaces(shop, [...families.keys()], signal);
  const updates: unknown[] = [];
  for (const [key, variants] of families) {
    const speaker = variants.find((variant) => variant.isSpeaker);
    const place = places.get(key);
    if (!place) places.set(key, await createPlace(shop, key, variants, terms, signal));
    else if (speaker) updates.push({ id: place.id, ...faceOf(speaker, terms) });
  }
  for (const input of splitBySize(updates, terms.requestBytes)) {
    const query = 'mutation ($input: [UpdateProductInput!]!) { updateProducts(input: $input) { id } }';
    await shop.ask(z.unknown(), query, { input }, signal);
  }
  const ready = new Map<string, ShopPlace>();
  for (const [key, variants] of families) {
    const place = places.get(key);
    if (!place) continue;
    const wanted = variants.flatMap((variant) => variant.options);
    ready.set(key, { id: place.id, options: await bringOptions(shop, { ...terms, key, place }, wanted, signal) });
  }
  return ready;
}

async function findPlaces(shop: ShopConnection, keys: string[], signal: AbortSignal): Promise<Map<string, KnownPlace>> {
  const { products } = await shop.ask(known, knownQuery, { keys }, signal);
  return new Map(products.items.map((place) => [place.customFields.pimentoKey, place]));
}

/** What people see of a product of the shop. */
function faceOf(speaker: WantedVariant, { language, filesOf }: PlaceTerms) {
  const { name, description = '' } = speaker;
  const assetIds = filesOf(speaker);
  return {
    translations: [{ languageCode: language, name, description }],
    assetIds,
    featuredAssetId: assetIds[0] ?? null,
  };
}

async function createPlace(
  shop: ShopConnection,
  key: string,
  variants: readonly WantedVariant[],
  terms: PlaceTerms,
  signal: AbortSignal,
): Promise<KnownPlace> {
  const [first] = variants;
  const speaker = variants.find((variant) => variant.isSpeaker);
  const face = speaker ?? (first && { ...first, name: first.family ?? first.name, description: '' });
  if (!face) throw new Error('A product of the shop without variants is not wanted.');
  const { translations, ...files } = faceOf(face, terms);
  // with the key in it no other product has it: the shop is slow at finding a free one
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
    if (!(error instanceof ShopRefusal)) throw error;
    // the answer to an earlier try was lost, and it has taken effect
    const found = (await findPlaces(shop, [key], signal)).get(key);
    if (!found) throw error;
    return found;
  }
}
