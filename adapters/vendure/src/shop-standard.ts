import type { Adapter } from '@pimento/adapter-kit';
import type { ShopSettings } from './shop-settings.ts';

type DataStandard = NonNullable<Awaited<ReturnType<NonNullable<Adapter['standard']>>>>;
type Target = NonNullable<DataStandard['attributes']>[number];

/** Returns the maximum length of a description in bytes. This is a third of a request, which also contains the rest of the product. */
export const maxDescriptionBytes = ({ requestBytes }: Pick<ShopSettings, 'requestBytes'>) =>
  Math.floor(requestBytes / 3);

/** Returns a formula that reads an attribute of the client. */
const read = (id: string) => `[${id.replaceAll('\\', '\\\\').replaceAll(']', '\\]')}]`;
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Returns the data standard of the shop. Its formulas read the attributes in the settings. With an empty mapping, they deliver the same
 * data as an adapter without a standard, except assets other than the primary one.
 * @param decimals number of decimal places of prices
 */
export function buildStandard(settings: ShopSettings, decimals: number): DataStandard {
  const { price, stock, description, options } = settings;
  const max = '2147483647';
  return {
    format: 'pimento-standard/1',
    name: 'Vendure',
    deliver: 'import',
    primaryAttributes: { id: 'sku', name: 'name', asset: 'featuredAsset' },
    attributes: [
      { ...text('sku', 'SKU', '__ID'), requirement: 'required' },
      text('name', 'Name', 'default(__NAME, __ID)'),
      text('family', 'Family', '__FAMILY'),
      ...optional(price, (id) => ({
        ...of('price', 'Price', 'decimal', read(id)),
        requirement: 'recommended',
        restriction: { parameters: { minValue: '0', maxDecimals: decimals } },
      })),
      ...optional(stock, (id) => ({
        ...of('stock', 'Stock', 'integer', read(id)),
        restriction: { parameters: { minValue: '0', maxValue: max } },
      })),
      ...optional(description, (id) => ({
        ...text('description', 'Description', read(id)),
        restriction: { parameters: { maxBytes: maxDescriptionBytes(settings) } },
      })),
      ...optionTargets(options),
      of('featuredAsset', 'Featured asset', 'asset', 'PRIMARY_ASSET'),
      { id: 'assets', name: 'Assets', type: { id: 'asset', multiValue: true } },
    ],
  };
}

/** Returns the targets for the options in which the variants of a family differ. They form a composite with one row per option. */
function optionTargets(options: readonly string[]): Target[] {
  const names = options.map(quoted).join(', ');
  const values = options.flatMap((id) => [quoted(id), read(id)]).join(', ');
  const hasFormula = options.length > 0;
  const child = (id: string, name: string, formula: string): Target => ({
    id,
    compositeAttribute: 'options',
    name,
    type: { id: 'string' },
    requirement: 'required',
    ...(hasFormula && { defaultFormula: formula }),
  });
  return [
    {
      id: 'options',
      name: 'Options',
      type: { id: 'composite', multiValue: true },
      uniqueBy: ['name'],
      ...(hasFormula && { defaultFormula: `list(${names})` }),
    },
    child('name', 'Name', 'it'),
    child('value', 'Value', `default(switch(it, ${values}), "–")`),
  ];
}

const of = (id: string, name: string, typeId: Target['type']['id'], defaultFormula: string): Target => ({
  id,
  name,
  type: { id: typeId },
  defaultFormula,
});
const text = (id: string, name: string, defaultFormula: string) => of(id, name, 'string', defaultFormula);

/** Returns no target if the shop manages the value itself. */
const optional = (id: string | undefined, target: (id: string) => Target): Target[] =>
  id === undefined ? [] : [target(id)];
