import type { BothShapes } from '@pimento/adapter-kit';
import type { ShopSettings } from './shop-settings.ts';

/** A value, and the attribute under which its problems are reported. An offer has no `NamedValue` for data that the shop manages. */
export interface NamedValue {
  attributeId: string;
  value: unknown;
}

/** The data that the adapter reads from a product, in either shape. */
export interface Offer {
  name: string | undefined;
  family: string | undefined;
  price: NamedValue | undefined;
  stock: NamedValue | undefined;
  description: NamedValue | undefined;
  /** Options, each with the name of its option group. */
  options: { group: string; value: string }[];
  /** Values that can be asset ids. The primary asset comes first. */
  files: unknown[];
}

/** Reads the values of the channel shape if they are present, otherwise the attributes that the settings name. */
export function readOffer({ product, values }: BothShapes, settings: ShopSettings): Offer {
  return values === undefined ? fromProduct(product, settings) : fromValues(values, settings);
}

function fromProduct(product: BothShapes['product'], settings: ShopSettings): Offer {
  const named = (attributeId: string | undefined) =>
    attributeId === undefined ? undefined : { attributeId, value: product[attributeId] };
  return {
    name: product.__NAME,
    family: product.__FAMILY,
    price: named(settings.price),
    stock: named(settings.stock),
    description: named(settings.description),
    options: settings.options.map((group) => ({ group, value: textOf(product[group]) || '–' })),
    files: [
      product.PRIMARY_ASSET,
      ...Object.entries(product)
        .filter(([attribute]) => !attribute.startsWith('__') && attribute !== 'PACKAGING')
        .map(([, value]) => value),
    ],
  };
}

/** Reads the values of the channel shape, which are named by target. A value that the shop manages has no target. */
function fromValues(values: Record<string, unknown>, settings: ShopSettings): Offer {
  const named = (target: 'price' | 'stock' | 'description') =>
    settings[target] === undefined ? undefined : { attributeId: target, value: values[target] };
  const rows = Array.isArray(values['options']) ? values['options'] : [];
  return {
    name: textOf(values['name']),
    family: textOf(values['family']),
    price: named('price'),
    stock: named('stock'),
    description: named('description'),
    options: rows.flatMap((row: unknown) => optionOf(row)),
    files: [values['featuredAsset'], values['assets']],
  };
}

function optionOf(row: unknown): Offer['options'] {
  if (typeof row !== 'object' || row === null) return [];
  const { name, value }: { name?: unknown; value?: unknown } = row;
  return typeof name === 'string' && name !== '' ? [{ group: name, value: textOf(value) || '–' }] : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
