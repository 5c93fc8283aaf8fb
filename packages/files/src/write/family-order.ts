import type { ProductObject } from '../columns/product-lines.ts';
import { parseExact } from '../columns/product-json.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';

/** Where the members of a family are in the spool: offset and length of each line, one after the other. */
type Members = number[];

const familyOf = (product: ProductObject): string => {
  const family = product['__FAMILY'];
  return typeof family === 'string' ? family : '';
};

async function readLine(file: FileBytes, start: number, length: number): Promise<ProductObject> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(start, start + length)) chunks.push(chunk);
  return parseExact(Buffer.concat(chunks).toString()) as ProductObject; // this file was written by `spoolProducts`
}

/** Writes products to the spool; keeps offsets of products with a family only, about 16 bytes each. */
async function spoolProducts(products: AsyncIterable<ProductObject>, spool: Spool) {
  const families = new Map<string, Members>();
  const singles: Members = [];
  let offset = 0;
  async function* lines() {
    for await (const product of products) {
      const line = Buffer.from(JSON.stringify(product));
      const family = familyOf(product);
      if (family === '') {
        // neighbours without a family are one range
        if (singles.length > 0 && (singles.at(-2) ?? 0) + (singles.at(-1) ?? 0) === offset)
          singles[singles.length - 1] = (singles.at(-1) ?? 0) + line.length + 1;
        else singles.push(offset, line.length + 1);
      } else {
        const members = families.get(family) ?? [];
        members.push(offset, line.length);
        families.set(family, members);
      }
      offset += line.length + 1;
      yield Buffer.concat([line, Buffer.from('\n')]);
    }
  }
  return { file: await spool(lines()), families, singles };
}

async function* readRange(file: FileBytes, start: number, length: number): AsyncGenerator<ProductObject> {
  let rest = Buffer.alloc(0);
  for await (const chunk of file.read(start, start + length)) {
    let bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a)) {
      yield parseExact(bytes.toString('utf8', 0, end)) as ProductObject; // this file was written by `spoolProducts`
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
}

/**
 * Yields products without a family one by one, then each family as a whole. The products go through the spool, because the members of a
 * family can be anywhere in the export.
 */
export async function* byFamily(
  products: AsyncIterable<ProductObject>,
  spool: Spool,
): AsyncGenerator<{ family: string; members: ProductObject[] }, void, undefined> {
  const { file, families, singles } = await spoolProducts(products, spool);
  for (let at = 0; at < singles.length; at += 2)
    for await (const product of readRange(file, singles[at] ?? 0, singles[at + 1] ?? 0))
      yield { family: '', members: [product] };
  for (const [family, places] of families) {
    const members: ProductObject[] = [];
    for (let at = 0; at < places.length; at += 2)
      members.push(await readLine(file, places[at] ?? 0, places[at + 1] ?? 0));
    yield { family, members };
  }
}
