import type { ProductId } from '../../platform/core.ts';
import type { CompiledAttribute, CompiledStructure } from '../../structure/index.ts';
import {
  type PackagingLink,
  reservedNames,
  type ProductState,
  type StoredRow,
  type StoredValue,
} from '../product/product-types.ts';

/** How one attribute and its values are formatted. */
export interface AttributeView {
  rank: number;
  /** `"name":` as JSON text. */
  label: string;
  /** Children keyed by storage name. Null if the attribute is not a composite. */
  children: Map<string, AttributeView> | null;
  /**
   * True if values are printed as lists, false if as strings. If undefined, values are printed as they are stored. After a change to the
   * definition, a stored value has the old form until it is converted.
   */
  multiValue: boolean | undefined;
}

/** How the products of one client are formatted. */
export interface ProductView {
  attributes: Map<string, AttributeView>;
  /** The reserved fields to print. */
  reserved: ReadonlySet<string>;
  /** True to include values without a loaded definition, because an attribute can be defined after the definitions were read. */
  complete: boolean;
}

export interface ProductSelection {
  /** Ids of top-level attributes. */
  attributes: ReadonlySet<string>;
  reserved: ReadonlySet<string>;
}

const allReserved: ReadonlySet<string> = new Set(Object.values(reservedNames));

function attributeView(attribute: CompiledAttribute, rank: number, name: string, asStored: boolean): AttributeView {
  const children =
    attribute.childrenByRowKey === null
      ? null
      : new Map(
          attribute.children.map((child, rank) => [
            child.storageName,
            attributeView(child, rank, child.name, asStored),
          ]),
        );
  const multiValue = asStored || children !== null ? undefined : attribute.multiValue;
  return { rank, label: `${JSON.stringify(name)}:`, children, multiValue };
}

/**
 * Prepares the definitions for formatting many products. `selection` restricts the fields in the output.
 * @param asStored for history: prints each value as it was stored, as a list or as a string
 */
export function compileProductView(
  structure: Pick<CompiledStructure, 'topLevel'>,
  selection?: ProductSelection,
  { asStored = false } = {},
): ProductView {
  const attributes = new Map<string, AttributeView>();
  for (const [rank, attribute] of structure.topLevel.entries()) {
    if (selection?.attributes.has(attribute.id) ?? true)
      attributes.set(attribute.id, attributeView(attribute, rank, attribute.id, asStored));
  }
  return { attributes, reserved: selection?.reserved ?? allReserved, complete: selection === undefined };
}

/**
 * Formats the properties of an object in the order of the definitions, each preceded by ",". The text is built manually, because a
 * JavaScript object would move names like "123" to the front and lose "__proto__".
 */
function memberTexts(values: StoredRow, views: ReadonlyMap<string, AttributeView>, complete: boolean): string {
  const known: { rank: number; text: string }[] = [];
  let unknown = '';
  let sorted = true;
  let last = -1;
  for (const key of Object.keys(values)) {
    const value = values[key];
    const view = views.get(key);
    if (value === undefined || (view === undefined && !complete)) continue;
    if (view === undefined) {
      unknown += `,${JSON.stringify(key)}:${JSON.stringify(value)}`;
      continue;
    }
    if (view.rank < last) sorted = false;
    last = view.rank;
    known.push({ rank: view.rank, text: `,${view.label}${valueText(view, formed(view, value))}` });
  }
  if (!sorted) known.sort((a, b) => a.rank - b.rank);
  let text = '';
  for (const member of known) text += member.text;
  return text + unknown;
}

/** Returns a value as a list or a string, as its definition requires. Only a list of exactly one string becomes a string. */
function formed({ multiValue }: AttributeView, value: StoredValue): StoredValue {
  if (typeof value === 'string') return multiValue === true ? [value] : value;
  const [only] = value;
  return multiValue === false && value.length === 1 && typeof only === 'string' ? only : value;
}

function isRow(item: string | StoredRow): item is StoredRow {
  return typeof item === 'object';
}

/** Formats a stored value as JSON text. Row keys are the current names of the children. */
export function valueText(view: AttributeView | undefined, value: StoredValue): string {
  const children = view?.children;
  if (typeof value === 'string' || children === null || children === undefined) return JSON.stringify(value);
  return `[${value.map((item) => (isRow(item) ? `{${memberTexts(item, children, true).slice(1)}}` : JSON.stringify(item))).join(',')}]`;
}

/** Formats the value of a top-level attribute, or of a reserved field, as JSON text in the import format. */
export function attributeText(view: ProductView, key: string, value: StoredValue): string {
  const attribute = view.attributes.get(key);
  return valueText(attribute, attribute ? formed(attribute, value) : value);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Formats a decimal as a JSON number with all digits, and anything else as a JSON string. */
function numberText(decimal: string): string {
  if (jsonNumber.test(decimal)) return decimal;
  const plain = decimal
    .trim()
    .replace(/^\+/, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/\.(?=$|[eE])/, '');
  return jsonNumber.test(plain) ? plain : JSON.stringify(decimal);
}

/** Formats packaging links as JSON text. Quantities are numbers with all digits. */
export function packagingText(links: readonly PackagingLink[]): string {
  return `[${links.map((link) => `{"__ID":${JSON.stringify(link.__ID)},"QUANTITY":${numberText(link.QUANTITY)}}`).join(',')}]`;
}

/** Formats a product as JSON text in the import format, so that it can be imported again. */
export function productText(view: ProductView, productId: ProductId, state: ProductState): string {
  const { reserved } = view;
  let text = `{"__ID":${JSON.stringify(productId)}`;
  if (state.name !== null && reserved.has(reservedNames.name)) text += `,"__NAME":${JSON.stringify(state.name)}`;
  if (state.family !== null && reserved.has(reservedNames.family))
    text += `,"__FAMILY":${JSON.stringify(state.family)}`;
  if (state.category !== null && reserved.has(reservedNames.category))
    text += `,"__CATEGORY":${JSON.stringify(state.category)}`;
  if (state.primaryAsset !== null && reserved.has(reservedNames.primaryAsset)) {
    text += `,"PRIMARY_ASSET":${JSON.stringify(state.primaryAsset)}`;
  }
  if (state.packaging !== null && reserved.has(reservedNames.packaging))
    text += `,"PACKAGING":${packagingText(state.packaging)}`;
  return `${text}${memberTexts(state.values, view.attributes, view.complete)}}`;
}

/** Formats a product with its times and revision as the JSON text of a `ProductRecord`. */
export function recordText(
  view: ProductView,
  row: { productId: ProductId; createdAt: Date; updatedAt: Date; revision: number; state: ProductState },
): string {
  const head = { productId: row.productId, created: row.createdAt, updated: row.updatedAt, revision: row.revision };
  return `${JSON.stringify(head).slice(0, -1)},"product":${productText(view, row.productId, row.state)}}`;
}
