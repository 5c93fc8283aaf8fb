import { z } from 'zod';
import type { ShopConnection } from './shop-connection.ts';
import { groupPrefix } from './shop-keys.ts';

const list = z.object({ list: z.object({ items: z.array(z.object({ id: z.string() })) }) });
const page = 25;
// These requests clear the keys before objects are deleted. The shop keeps deleted objects and would otherwise never accept their keys
// again.
const forgetVariants = `mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }`;
const forgetProducts = `mutation ($input: [UpdateProductInput!]!) { updateProducts(input: $input) { id } }`;

async function listIds(shop: ShopConnection, query: string, variables: object, signal: AbortSignal): Promise<string[]> {
  const answer = await shop.ask(list, query, { ...variables }, signal);
  return answer.list.items.map(({ id }) => id);
}

/**
 * Removes all data of an owner from the shop. Variants are deleted together with their products. If a request fails, the next call removes
 * the rest.
 */
export async function removeOwner(shop: ShopConnection, owner: string, signal: AbortSignal): Promise<void> {
  const ownedBy = (things: string) => `query ($owner: String!) {
    list: ${things}(options: { take: ${page}, filter: { pimentoOwner: { eq: $owner } } }) { items { id } }
  }`;
  await repeatedly(
    () => listIds(shop, ownedBy('products'), { owner }, signal),
    (ids) => removeProducts(shop, ids, signal),
  );
  const groups = `query ($code: String!) {
    list: productOptionGroups(options: { take: ${page}, filter: { code: { contains: $code } } }) { items { id } }
  }`;
  await repeatedly(
    () => listIds(shop, groups, { code: groupPrefix(owner) }, signal),
    (ids) => {
      const query = 'mutation ($ids: [ID!]!) { deleteProductOptionGroups(ids: $ids, force: true) { result } }';
      return shop.ask(z.unknown(), query, { ids }, signal);
    },
  );
  await repeatedly(
    () => listIds(shop, ownedBy('assets'), { owner }, signal),
    (assetIds) => {
      const query = `mutation ($assetIds: [ID!]!) {
        deleteAssets(input: { assetIds: $assetIds, force: true, deleteFromAllChannels: true }) { result }
      }`;
      return shop.ask(z.unknown(), query, { assetIds }, signal);
    },
  );
}

/**
 * Removes objects page by page until none is left.
 * @throws if the shop does not delete an object
 */
async function repeatedly(read: () => Promise<string[]>, remove: (ids: string[]) => Promise<unknown>): Promise<void> {
  let before = '';
  for (;;) {
    const ids = await read();
    if (ids.length === 0) return;
    if (before === ids.join()) throw new Error('The shop did not delete an object.');
    before = ids.join();
    await remove(ids);
  }
}

export async function removeVariants(shop: ShopConnection, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const input = ids.map((id) => ({ id, customFields: { pimentoKey: null } }));
  await shop.ask(z.unknown(), forgetVariants, { input }, signal);
  const query = 'mutation ($ids: [ID!]!) { deleteProductVariants(ids: $ids) { result } }';
  await shop.ask(z.unknown(), query, { ids }, signal);
}

async function removeProducts(shop: ShopConnection, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const input = ids.map((id) => ({ id, customFields: { pimentoKey: null } }));
  await shop.ask(z.unknown(), forgetProducts, { input }, signal);
  const query = 'mutation ($ids: [ID!]!) { deleteProducts(ids: $ids) { result } }';
  await shop.ask(z.unknown(), query, { ids }, signal);
}

/** Deletes variants and shop products that an earlier attempt has left without a key, up to one page of each. */
export async function sweepOwner(shop: ShopConnection, owner: string, signal: AbortSignal): Promise<void> {
  const forgotten = (things: string) => `query ($owner: String!) {
    list: ${things}(options: { take: ${page}, filter: { pimentoOwner: { eq: $owner }, pimentoKey: { isNull: true } } }) { items { id } }
  }`;
  const variants = await listIds(shop, forgotten('productVariants'), { owner }, signal);
  if (variants.length > 0) await removeVariants(shop, variants, signal);
  const products = await listIds(shop, forgotten('products'), { owner }, signal);
  if (products.length > 0) await removeProducts(shop, products, signal);
}

/** Deletes a shop product if it has no variants. */
export async function removeIfEmpty(shop: ShopConnection, id: string, signal: AbortSignal): Promise<void> {
  const query = 'query ($id: ID!) { list: productVariants(productId: $id, options: { take: 1 }) { items { id } } }';
  const left = await listIds(shop, query, { id }, signal);
  if (left.length === 0) await removeProducts(shop, [id], signal);
}
