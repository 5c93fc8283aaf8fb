import type { FeedValues } from '../feed-types.ts';
import { rowProblem, type RowProblem } from '../mapping/row-problem.ts';
import { findScattered } from '../mapping/scattered-ids.ts';
import { isSeparatorLine, type Row } from '../rows-types.ts';
import { type FeedItem, type FeedSource, putValue, splitList, textIn } from '../feed-items/feed-item.ts';
import { cellOf, putCells, readFeedTable, type TableRow } from '../feed-items/feed-table.ts';
import {
  isVariantField,
  optionAttribute,
  optionNumbers,
  shopifyHeader,
  variantName,
  variantPosition,
} from './shopify-fields.ts';

/** Maximum number of rows with the same handle. A product of Shopify has at most 2,048 variants and 250 images. */
const maxGroupRows = 10_000;
/** Maximum total number of characters in the cells of all rows with the same handle. */
const maxGroupLength = 8 * 1024 * 1024;

const variantParts = new Set(['Variant Image', ...optionNumbers.map((number) => `Option${number} Value`)]);
const isOfVariant = (header: string): boolean => variantParts.has(header) || isVariantField(header);
const structure = new Set([
  'Handle',
  'Title',
  'Product Category',
  'Tags',
  'Image Src',
  'Image Position',
  'Image Alt Text',
]);

const isFilled = ({ cells }: TableRow, wanted: (header: string) => boolean): boolean => [...cells.keys()].some(wanted);

/** Returns the option values of a row, in their order. */
const optionsOf = (row: TableRow): string[] =>
  optionNumbers.map((number) => cellOf(row, `Option${number} Value`)).filter((value) => value !== '');

/**
 * Returns true if a row has no option, or only the option value "Default Title". Shopify writes this value, with the option name "Title",
 * for a product without variants.
 */
const isDefault = (row: TableRow): boolean =>
  optionsOf(row).length === 0 || (optionsOf(row).length === 1 && optionsOf(row)[0] === 'Default Title');

function imagesOf(rows: readonly TableRow[]): FeedValues[] {
  return rows.flatMap((row) => {
    const image: FeedValues = new Map();
    for (const part of ['Src', 'Position', 'Alt Text']) putValue(image, part, cellOf(row, `Image ${part}`));
    return image.has('Src') ? [image] : [];
  });
}

/**
 * Collects the fields of a product. Each field has the value of the first row that contains it. A different value in a later row is a
 * problem.
 */
function productCells(rows: readonly TableRow[], problems: RowProblem[]): Map<string, string[]> {
  const cells = new Map<string, string[]>();
  for (const { row, cells: own } of rows)
    for (const [header, texts] of own) {
      if (isOfVariant(header) || structure.has(header)) continue;
      const earlier = cells.get(header);
      if (earlier === undefined) cells.set(header, texts);
      else if (earlier.join('\n') !== texts.join('\n'))
        problems.push(rowProblem('rows-differ', row.row, { header, value: texts[0] }));
    }
  return cells;
}

function productValues(handle: string, rows: readonly TableRow[], problems: RowProblem[]): FeedValues {
  const values: FeedValues = new Map();
  const find = (header: string) => rows.map((row) => cellOf(row, header)).find((cell) => cell !== '') ?? '';
  putValue(values, '__ID', handle);
  putValue(values, '__NAME', find('Title'));
  putValue(values, '__CATEGORY', find('Product Category'));
  const images = imagesOf(rows);
  putValue(values, 'PRIMARY_ASSET', images[0]?.get('Src') ?? '');
  putValue(values, 'Tags', splitList(find('Tags')));
  putValue(values, 'Image', images);
  putCells(values, productCells(rows, problems), () => false);
  return values;
}

function variantValues(handle: string, row: TableRow, product: FeedValues): FeedValues {
  const values: FeedValues = new Map();
  const options = optionsOf(row);
  const sku = cellOf(row, 'Variant SKU');
  const nameOf = (number: number): string => textIn(product, `Option${number} Name`) || `Option${number}`;
  putValue(values, '__ID', sku === '' || sku === handle ? [handle, ...options].join('/') : sku);
  putValue(values, '__NAME', variantName(textIn(product, '__NAME'), options));
  putValue(values, '__FAMILY', handle);
  putValue(values, 'PRIMARY_ASSET', cellOf(row, 'Variant Image'));
  for (const number of optionNumbers)
    putValue(values, optionAttribute(nameOf(number)), cellOf(row, `Option${number} Value`));
  putCells(values, row.cells, (header) => !isVariantField(header));
  return values;
}

function* variantItems(handle: string, variants: readonly TableRow[], product: FeedItem): Generator<FeedItem> {
  const ids = new Set<string>([handle]);
  for (const [at, row] of variants.entries()) {
    const values = variantValues(handle, row, product.values);
    putValue(values, variantPosition, String(at + 1));
    const id = textIn(values, '__ID');
    const isRepeated = ids.has(id);
    ids.add(id);
    const repeated = isRepeated ? [rowProblem('id-repeated', row.row.row, { header: 'Variant SKU', value: id })] : [];
    yield { values, rows: product.rows, problems: [...row.problems, ...repeated] };
  }
}

/** Creates the item of a product that is rejected because it has too many rows or characters, or rows that are not consecutive. */
function rejectedItem(handle: string, rows: readonly TableRow[], problem: RowProblem): FeedItem {
  const values: FeedValues = new Map([['__ID', handle]]);
  return { values, rows: rows.map(({ row }) => row), problems: [problem] };
}

/** Converts the rows of one handle to a product and its variants. */
function* groupItems(handle: string, rows: readonly TableRow[]): Generator<FeedItem> {
  const variants = rows.filter((row) => isFilled(row, isOfVariant));
  const problems: RowProblem[] = [];
  const values = productValues(handle, rows, problems);
  const isPlain = variants.length <= 1 && variants.every(isDefault);
  for (const row of rows) if (isPlain || !variants.includes(row)) problems.push(...row.problems);
  const product: FeedItem = { values, rows: rows.map(({ row }) => row), problems };
  const [only] = variants;
  if (!isPlain) {
    values.set('__FAMILY', handle);
    yield product;
    yield* variantItems(handle, variants, product);
    return;
  }
  for (const number of optionNumbers)
    if (values.get(`Option${number} Name`) === 'Title') values.delete(`Option${number} Name`);
  if (only !== undefined) {
    putCells(values, only.cells, (header) => !isVariantField(header));
    const image = cellOf(only, 'Variant Image');
    const hasOther = values.has('PRIMARY_ASSET') && values.get('PRIMARY_ASSET') !== image;
    putValue(values, hasOther ? 'Variant Image' : 'PRIMARY_ASSET', image);
  }
  yield product;
}

/** Yields each row below the header as a separate list, with the handle as the only cell. */
async function* handlesOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let column: number | undefined;
  for await (const row of rows) {
    if (column !== undefined) yield [{ row: row.row, cells: [row.cells[column] ?? ''] }];
    else if (!isSeparatorLine(row)) column = row.cells.findIndex((cell) => shopifyHeader(cell.trim()) === 'Handle');
  }
}

/** Consecutive rows of one handle. If there are too many, only the first is kept. */
interface Group {
  handle: string;
  rows: TableRow[];
  /** Number of the row that exceeds a limit, or undefined if there is none. */
  tooLargeAt: number | undefined;
}

async function* groupsOf(rows: AsyncIterable<TableRow>): AsyncGenerator<Group, void, undefined> {
  let group: Group | undefined;
  let size = 0;
  for await (const row of rows) {
    const handle = cellOf(row, 'Handle');
    if (group === undefined || handle !== group.handle || handle === '') {
      if (group !== undefined) yield group;
      group = { handle, rows: [], tooLargeAt: undefined };
      size = 0;
    }
    if (group.tooLargeAt !== undefined) continue;
    size += [...row.cells.values()].flat().reduce((sum, { length }) => sum + length, 0);
    if (group.rows.length < maxGroupRows && size < maxGroupLength) group.rows.push(row);
    else group = { handle, rows: [group.rows[0] ?? row], tooLargeAt: row.row.row };
  }
  if (group !== undefined) yield group;
}

/**
 * Reads a product file of Shopify. Rows with the same handle belong to one product. Rows with variant fields become products in the family
 * of the handle, unless there is only one such row and it has no options. Rows with an image add an image. A product whose rows are not
 * consecutive is rejected, because each part would replace the others. To find these products, the file is read twice. A product with too
 * many rows or characters is rejected as a whole. Keeps only the rows of one handle in memory.
 */
export async function* readShopify(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  const apart = source.scan
    ? await findScattered(handlesOf(source.scan()), { headerRow: 0, idColumn: 0, continued: false })
    : new Set<string>();
  for await (const { handle, rows, tooLargeAt } of groupsOf(readFeedTable(source.rows(), shopifyHeader))) {
    const header = { header: 'Handle', value: handle };
    if (apart.has(handle)) yield rejectedItem(handle, rows, rowProblem('rows-apart', rows[0]?.row.row ?? 0, header));
    else if (tooLargeAt !== undefined) yield rejectedItem(handle, rows, rowProblem('group-too-large', tooLargeAt));
    else yield* groupItems(handle, rows);
  }
}
