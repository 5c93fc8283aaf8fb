import type { AttributeDefinition, Product } from '@pimento/contract';
import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Messages } from '../../i18n/en.ts';
import { searchedText } from '../../session/labels/definition-label.ts';
import { isShownOtherwise } from '../../session/labels/value-text.ts';
import type { Structure } from '../../session/structure.ts';

/** A grid column: the picture, a reserved field, an attribute (by id), or the date of the last update. */
export interface Column {
  key: string;
  label: string;
  width: number;
  pinned: boolean;
  /** The keys of the column's value in a product. The first existing key is used. */
  names: string[];
  isNumber: boolean;
  /** True if the values are assets, which are shown with their pictures. */
  isAsset: boolean;
  /** The attribute, if users see texts that differ from the stored texts. */
  shownBy: AttributeDefinition | undefined;
  /** The field by which the list can be sorted; undefined if it cannot. */
  sortField: string | undefined;
}

const reservedSorts: Record<string, string | undefined> = {
  __ID: '__ID',
  __NAME: '__NAME',
  __FAMILY: '__FAMILY',
  __CATEGORY: '__CATEGORY',
  ':updated': '__UPDATED',
};

/**
 * Returns the id of an attribute by which the list can be sorted. Returns undefined for composites, for attributes with several values, and
 * for ids that begin with "-", which would mean descending.
 */
const sortableId = ({ id, type }: AttributeDefinition): string | undefined =>
  type.multiValue || type.id.toLowerCase() === 'composite' || id.startsWith('-') ? undefined : id;

export interface Layout {
  widths: Record<string, number>;
  pinned: string[];
}

/** The column of category paths. Its cells show only the last step of a path. */
export const categoryColumn = '__CATEGORY';
export const dateColumn = ':updated';
export const pictureColumn = ':picture';
const defaultFields = [pictureColumn, '__ID', '__NAME', '__FAMILY', '__CATEGORY'];
const defaultAttributes = 4;
const numbers = new Set(['integer', 'decimal', 'fraction']);
const defaultWidths: Record<string, number> = { [pictureColumn]: 56, __ID: 210, __NAME: 280, [dateColumn]: 170 };

/**
 * Returns all available columns: the picture, the reserved fields, the attributes in the order of their definitions, and the date.
 * `searched` is the text that a search for columns uses instead of the key and the label.
 */
export function allColumns(t: Messages, structure: Structure): { key: string; label: string; searched?: string }[] {
  return [
    { key: pictureColumn, label: t.assets.column },
    { key: '__ID', label: t.fields.id },
    { key: '__NAME', label: t.fields.name },
    { key: '__FAMILY', label: t.fields.family },
    { key: '__CATEGORY', label: t.fields.category },
    { key: 'PRIMARY_ASSET', label: t.fields.primaryAsset },
    ...structure.topLevel.map((one) => ({ key: one.id, label: structure.nameOf(one), searched: searchedText(one) })),
    { key: dateColumn, label: t.fields.updated },
  ];
}

export const defaultColumns = (structure: Structure): string[] => [
  ...defaultFields,
  ...structure.topLevel.slice(0, defaultAttributes).map(({ id }) => id),
  dateColumn,
];

/** The maximum number of asset attributes that are searched for a picture. */
const pictureAttributes = 4;

/**
 * Returns the fields that can contain the picture of a product, in the order in which they are tried. The primary asset comes first, then
 * the first asset attributes by id and name.
 */
export const pictureFields = (structure: Structure): string[] => [
  'PRIMARY_ASSET',
  ...structure.topLevel
    .filter(({ type }) => type.id.toLowerCase() === 'asset')
    .slice(0, pictureAttributes)
    .flatMap(({ id, name }) => (id === name ? [id] : [id, name])),
];

/** Returns the id of the first asset in the given fields, or '' if there is none. */
export function pictureOf(product: Product, names: readonly string[]): string {
  for (const name of names) {
    const value: unknown = Object.hasOwn(product, name) ? product[name] : undefined;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first !== '') return first;
  }
  return '';
}

/** The widths and pinned columns of a client, stored in this browser. */
export const useLayout = (clientId: string) =>
  useLocalStorage<Layout>({
    key: `pimento.columns.${clientId}`,
    defaultValue: { widths: {}, pinned: [pictureColumn, '__ID'] },
    getInitialValueInEffect: false, // otherwise the columns would change after their first rendering
  });

/** Returns the visible columns, pinned columns first. Skips keys that no longer exist. */
export function useColumns(
  t: Messages,
  structure: Structure,
  keys: readonly string[] | undefined,
  layout: Layout,
): Column[] {
  return useMemo(() => {
    const labels = new Map(allColumns(t, structure).map(({ key, label }) => [key, label]));
    const shown = (keys ?? defaultColumns(structure)).flatMap((key): Column[] => {
      const label = labels.get(key);
      if (label === undefined) return [];
      const definition = key.startsWith('__') ? undefined : structure.find(key);
      return [
        {
          key,
          label,
          width: layout.widths[key] ?? defaultWidths[key] ?? 170,
          pinned: layout.pinned.includes(key),
          names:
            key === pictureColumn ? pictureFields(structure) : definition ? [definition.id, definition.name] : [key],
          isAsset: key === 'PRIMARY_ASSET' || definition?.type.id.toLowerCase() === 'asset',
          shownBy: isShownOtherwise(definition) ? definition : undefined,
          isNumber: numbers.has(definition?.type.id ?? ''),
          sortField: definition ? sortableId(definition) : reservedSorts[key],
        },
      ];
    });
    return [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)];
  }, [t, structure, keys, layout]);
}

/** Returns the value of the first given name that exists in a product. */
export function valueUnder(product: Product, names: readonly string[]): unknown {
  for (const name of names) if (Object.hasOwn(product, name)) return product[name];
  return undefined;
}
