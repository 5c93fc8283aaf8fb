import { type Attribute, type FeedFormat, type FeedShape, openProducts, readFeed, scanFeed } from '@pimento/files';
import type { FeedDescription } from '../output/file-description.ts';
import type { ProductFile } from './product-file.ts';

const shownProblems = 10;
const reserved = new Set(['__ID', '__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET', 'PACKAGING']);

const kindOf = (shape: FeedShape, name: string) => {
  const found = shape.get(name);
  return found?.rows === undefined ? (found?.isList === true ? 'list' : 'value') : 'rows';
};

const sampleOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Reads a feed to its end and describes the products that an import would send. @param attributes definitions of the service; empty without
 * a service
 */
export async function inspectFeed(
  file: ProductFile,
  format: FeedFormat,
  attributes: readonly Attribute[],
): Promise<FeedDescription> {
  const shape = await scanFeed(readFeed(file.bytes, format, file.spool));
  const known = new Set(attributes.flatMap(({ id, name }) => [id, name]));
  const described = new Map<string, FeedDescription['attributes'][number]>();
  const result: FeedDescription = { products: 0, rejected: 0, problems: [], attributes: [] };
  const plan = { shape, attributes };
  for await (const { product, problems } of openProducts(file.bytes, format, plan, file.spool)) {
    result.products += 1;
    if (problems.length > 0) result.rejected += 1;
    result.problems.push(...problems.map(({ message }) => message).slice(0, shownProblems - result.problems.length));
    for (const name of Object.keys(product)) {
      const found = described.get(name);
      if (found !== undefined) found.products += 1;
      else {
        const isNew = !reserved.has(name) && !known.has(name);
        described.set(name, { name, kind: kindOf(shape, name), isNew, products: 1, sample: sampleOf(product[name]) });
      }
    }
  }
  return { ...result, attributes: [...described.values()] };
}
