import { z } from 'zod';
import type { ShopConnection } from './shop-connection.ts';
import { groupCodesOf } from './shop-keys.ts';
import type { WantedOption } from './variant-rules.ts';

/** Ids of options by group and code. */
export type ShopOptions = Map<string, Map<string, string>>;

export const optionGroup = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  options: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
});
export const groupFields = 'id code name options { id code name }';
type OptionGroup = z.output<typeof optionGroup>;

interface OptionTerms {
  owner: string;
  language: string;
  /** Key of the shop product. */
  key: string;
  shopProduct: { id: string; optionGroups: readonly OptionGroup[] };
}

const made = z.object({ made: z.object({ id: z.string() }) });

/** Creates the missing options and groups for the variants of a shop product, and renames options whose name has changed. */
export async function upsertOptions(
  shop: ShopConnection,
  terms: OptionTerms,
  wanted: readonly WantedOption[],
  signal: AbortSignal,
): Promise<ShopOptions> {
  const options: ShopOptions = new Map();
  const groups = Map.groupBy(wanted, (option) => option.group);
  const formerCodes = [...groups.keys()].map((name) => groupCodesOf(terms.owner, terms.key, name).former);
  for (const [name, inGroup] of groups) {
    const codes = groupCodesOf(terms.owner, terms.key, name);
    const isAlone = formerCodes.filter((former) => former === codes.former).length === 1;
    const group = await upsertGroup(shop, terms, { name, wanted: inGroup, ...codes, isAlone }, signal);
    const known = new Map(group.options.map((option) => [option.code, option]));
    for (const { code, name } of inGroup) {
      const before = known.get(code);
      if (before?.name === name) continue;
      const translations = [{ languageCode: terms.language, name }];
      const query = before
        ? 'mutation ($input: UpdateProductOptionInput!) { made: updateProductOption(input: $input) { id } }'
        : 'mutation ($input: CreateProductOptionInput!) { made: createProductOption(input: $input) { id } }';
      const input = { ...(before ? { id: before.id } : { productOptionGroupId: group.id }), code, translations };
      const answer = await shop.ask(made, query, { input }, signal);
      known.set(code, { id: answer.made.id, code, name });
    }
    options.set(name, new Map([...known.values()].map(({ code, id }) => [code, id])));
  }
  return options;
}

interface WantedGroup {
  name: string;
  wanted: readonly WantedOption[];
  code: string;
  /** The code that earlier versions of the adapter gave to the group. */
  former: string;
  /** True if no other group of the shop product has the same former code. */
  isAlone: boolean;
}

async function upsertGroup(
  shop: ShopConnection,
  { language, shopProduct }: OptionTerms,
  { name, wanted, code, former, isAlone }: WantedGroup,
  signal: AbortSignal,
): Promise<OptionGroup> {
  const onShopProduct =
    shopProduct.optionGroups.find((one) => one.code === code) ??
    shopProduct.optionGroups.find((one) => one.code === former && (isAlone || one.name === name));
  if (onShopProduct) return onShopProduct;
  // An earlier attempt may have created the group but failed to add it to the product.
  const group =
    (await findGroup(shop, code, signal)) ?? (await createGroup(shop, code, { language, name, wanted }, signal));
  const query =
    'mutation ($id: ID!, $group: ID!) { made: addOptionGroupToProduct(productId: $id, optionGroupId: $group) { id } }';
  await shop.ask(made, query, { id: shopProduct.id, group: group.id }, signal);
  return group;
}

async function findGroup(shop: ShopConnection, code: string, signal: AbortSignal): Promise<OptionGroup | undefined> {
  const query = `query ($code: String!) {
    productOptionGroups(options: { take: 1, filter: { code: { eq: $code } } }) { items { ${groupFields} } }
  }`;
  const answer = z.object({ productOptionGroups: z.object({ items: z.array(optionGroup) }) });
  return (await shop.ask(answer, query, { code }, signal)).productOptionGroups.items[0];
}

async function createGroup(
  shop: ShopConnection,
  code: string,
  { language, name, wanted }: { language: string; name: string; wanted: readonly WantedOption[] },
  signal: AbortSignal,
): Promise<OptionGroup> {
  const query = `mutation ($input: CreateProductOptionGroupInput!) {
    made: createProductOptionGroup(input: $input) { ${groupFields} }
  }`;
  const translations = (name: string) => [{ languageCode: language, name }];
  const once = new Map(wanted.map((option) => [option.code, option]));
  const options = [...once.values()].map((option) => ({ code: option.code, translations: translations(option.name) }));
  const input = { code, translations: translations(name), options };
  return (await shop.ask(z.object({ made: optionGroup }), query, { input }, signal)).made;
}
