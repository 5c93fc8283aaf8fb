import {
  type Attribute,
  detectFormat,
  type FormatChoices,
  isFeedFormat,
  missingDefinitions,
  openProducts,
  type OutFeed,
  readFeed,
  scanFeed,
  type Spool,
  writeFeed,
} from '../../src/index.ts';
import { collect, each, fileOf, plain } from '../tables.ts';

export type PlainProduct = Record<string, unknown>;

/** Returns the definitions in the form in which the service lists them after the missing ones were created. */
function listed(attributes: readonly Attribute[], shape: Parameters<typeof missingDefinitions>[0]): Attribute[] {
  const paths = new Map(attributes.map(({ id, path }) => [id, path]));
  const added = missingDefinitions(shape, attributes).map((one) => {
    const path = one.compositeAttribute === null ? one.id : `${paths.get(one.compositeAttribute)}/${one.name}`;
    paths.set(one.id, path);
    return { ...one, path };
  });
  return [...attributes, ...added];
}

/** Reads a feed to its end, in the same way as the command line. */
export async function readFeedOf(
  content: string | Uint8Array,
  choices: FormatChoices = {},
  attributes: readonly Attribute[] = [],
) {
  const file = fileOf(content);
  const format = await detectFormat(file, choices);
  if (!isFeedFormat(format)) throw new Error(`no feed: ${format.reasons.join(', ')}`);
  const shape = await scanFeed(readFeed(file, format));
  const definitions = listed(attributes, shape);
  const read = await collect(openProducts(file, format, { shape, attributes: definitions }));
  return {
    format,
    shape,
    definitions,
    rows: read.map(({ rows }) => rows),
    products: read.map(({ product }) => plain(product) as PlainProduct), // products are objects
    problems: read.flatMap(({ problems }) => problems.map(({ message }) => message)),
  };
}

/** Derives definitions of attributes with strings, lists and rows from products. */
function definitionsOf(products: readonly PlainProduct[]): Attribute[] {
  const found = new Map<string, Attribute>();
  const add = (values: PlainProduct, above: string | undefined): void => {
    for (const [name, value] of Object.entries(values)) {
      if (above === undefined && (name.startsWith('__') || name === 'PRIMARY_ASSET' || name === 'PACKAGING')) continue;
      const path = above === undefined ? name : `${above}/${name}`;
      const isRows = Array.isArray(value) && typeof value[0] === 'object';
      const type = { id: isRows ? 'composite' : 'string', multiValue: Array.isArray(value) };
      found.set(path, {
        id: path.replaceAll('/', '.'),
        path,
        name,
        compositeAttribute: above?.replaceAll('/', '.') ?? null,
        type,
      });
      if (isRows) for (const row of value as PlainProduct[]) add(row, path); // `isRows` has checked that the value has rows
    }
  };
  for (const product of products) add(product, undefined);
  return [...found.values()];
}

const spool: Spool = async (bytes) => fileOf(Buffer.concat(await collect(bytes)));

export async function writeFeedOf(products: readonly PlainProduct[], feed: OutFeed): Promise<string> {
  return Buffer.concat(await collect(writeFeed(each(products), feed, definitionsOf(products), spool))).toString();
}
