import { type Attribute, attributeTree } from '../columns/attribute-tree.ts';
import { undefinedNames } from '../feed-items/feed-definitions.ts';
import type { FeedItem } from '../feed-items/feed-item.ts';
import { type FeedShape, scanFeed } from '../feed-items/feed-shape.ts';
import { fitFeed } from '../feed-items/fit-feed.ts';
import type { FeedFormat } from '../format/feed-choice.ts';
import type { RowProblem } from '../mapping/row-problem.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import { readFeed } from './read-feed.ts';

const sampleLength = 200;

/** An attribute or field of the products of a feed. */
export interface FeedAttribute {
  name: string;
  kind: 'value' | 'list' | 'rows';
  /** True if an import would create this attribute. */
  isNew: boolean;
  /** Number of products that have this attribute. */
  products: number;
  /** The first value, truncated to 200 characters. */
  sample: string;
}

export interface FeedProblem {
  /** Index of the product in the feed, from 0. */
  index: number;
  productId: unknown;
  problem: RowProblem;
}

/** Describes what an import of a feed would send. */
export interface FeedDescription {
  products: number;
  /** Number of products with problems. */
  rejected: number;
  /** True if all products of the feed were read. */
  isWhole: boolean;
  problems: FeedProblem[];
  attributes: FeedAttribute[];
  /** Composites that an import creates or adds children to. */
  composites: string[];
}

const kindOf = (shape: FeedShape, name: string): FeedAttribute['kind'] => {
  const found = shape.get(name);
  return found?.rows === undefined ? (found?.isList === true ? 'list' : 'value') : 'rows';
};

const sampleOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, sampleLength);

/** Yields the first `max` items. Calls `end` if there are no more items. */
async function* firstItems(
  items: AsyncIterable<FeedItem>,
  max: number,
  end: () => void = () => undefined,
): AsyncGenerator<FeedItem, void, undefined> {
  let count = 0;
  for await (const item of items) {
    if (count === max) return;
    count += 1;
    yield item;
  }
  end();
}

/**
 * Describes what the import of the first `maxProducts` products of a feed would send. Reads these products twice, with one product in
 * memory.
 * @param attributes the definitions of the client
 * @param options `maxProducts` is the maximum number of products to read (default all), and `maxProblems` of problems to list
 * @throws FileError if this part of the file cannot be read
 */
export async function describeFeed(
  file: FileBytes,
  format: FeedFormat,
  attributes: readonly Attribute[],
  { spool, maxProducts = Infinity, maxProblems }: { spool: Spool; maxProducts?: number; maxProblems: number },
): Promise<FeedDescription> {
  const found: FeedDescription = {
    products: 0,
    rejected: 0,
    isWhole: false,
    problems: [],
    attributes: [],
    composites: [],
  };
  const open = (end?: () => void) => firstItems(readFeed(file, format, spool, null), maxProducts, end);
  const shape = await scanFeed(
    open(() => {
      found.isWhole = true;
    }),
  );
  // includes ambiguous names, because an import rejects a product with an ambiguous name and creates no attribute
  const known = new Set([...attributeTree(attributes).values()].flatMap(({ id, name }) => [id, name]));
  const described = new Map<string, FeedAttribute>();
  for await (const { product, problems } of fitFeed(open(), shape, attributes)) {
    const at = { index: found.products, productId: product['__ID'] };
    found.products += 1;
    if (problems.length > 0) found.rejected += 1;
    const listed = problems.slice(0, maxProblems - found.problems.length);
    found.problems.push(...listed.map((problem) => ({ ...at, problem })));
    for (const name of Object.keys(product)) {
      const earlier = described.get(name);
      if (earlier !== undefined) earlier.products += 1;
      else {
        const isNew = !known.has(name);
        described.set(name, { name, kind: kindOf(shape, name), isNew, products: 1, sample: sampleOf(product[name]) });
      }
    }
  }
  return { ...found, attributes: [...described.values()], composites: undefinedNames(shape, attributes) };
}
