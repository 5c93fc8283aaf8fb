import type { AskShop } from './test-shop.ts';

/** A variant as returned by the API of the shop. */
export interface HeldVariant {
  id: string;
  sku: string;
  name: string;
  enabled: boolean;
  price: number;
  stockLevels: { stockOnHand: number }[];
  options: { name: string; group: { name: string } }[];
  featuredAsset: { source: string } | null;
  assets: { source: string }[];
  product: { id: string; name: string; description: string };
  customFields: { pimentoOwner: string; pimentoSubmission: string; pimentoValues: string };
}

const fields = `id sku name enabled price stockLevels { stockOnHand } options { name group { name } }
  featuredAsset { source } assets { source } product { id name description }
  customFields { pimentoOwner pimentoSubmission pimentoValues }`;

/** Returns all variants of the shop, in the order of their ids. */
export async function listHeld(ask: AskShop): Promise<HeldVariant[]> {
  const held: HeldVariant[] = [];
  for (;;) {
    const { productVariants } = await ask(
      `query ($skip: Int!) { productVariants(options: { skip: $skip, take: 500, sort: { id: ASC } }) { items { ${fields} } } }`,
      { skip: held.length },
    );
    held.push(...productVariants.items);
    if (productVariants.items.length < 500) return held;
  }
}

export async function countHeld(ask: AskShop): Promise<{ products: number; variants: number; assets: number }> {
  const { products, productVariants, assets } = await ask(
    '{ products(options: { take: 1 }) { totalItems } productVariants(options: { take: 1 }) { totalItems } assets { totalItems } }',
  );
  return { products: products.totalItems, variants: productVariants.totalItems, assets: assets.totalItems };
}
