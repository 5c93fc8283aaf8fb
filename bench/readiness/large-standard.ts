import type { BenchServer } from '../import/bench-server.ts';

const repeat = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Numbers of items of a large data standard. Each category links three attributes. */
const sizes = { attributes: 5_000, categories: 12_000, lists: 20, valuesPerList: 10_000 };

/** @param renamed number of attributes whose names differ from those of the first version */
function document(renamed: number) {
  return {
    format: 'pimento-standard/1',
    name: 'Large',
    valueLists: repeat(sizes.lists, (list) => ({
      id: `list_${list}`,
      values: repeat(sizes.valuesPerList, (value) => ({ value: `${list}-${value}`, label: `Value ${value}` })),
    })),
    attributes: repeat(sizes.attributes, (n) => ({
      id: `attribute_${n}`,
      name: n < renamed ? `Renamed ${n}` : `Attribute ${n}`,
      type: { id: 'string' },
      ...(n < sizes.lists && { restriction: { valueList: `list_${n}` } }),
    })),
    categories: repeat(sizes.categories, (n) => ({
      id: `category_${n}`,
      name: `Category ${n}`,
      ...(n >= 10 && { parentId: `category_${Math.floor(n / 10)}` }),
      attributeLinks: repeat(3, (link) => ({ id: `attribute_${(n * 3 + link) % sizes.attributes}` })),
    })),
  };
}

/** Stores a large data standard, then a version of it with ten changes. @returns the duration of each in seconds */
export async function measureLargeStandard(
  server: BenchServer,
  adapterSecret: string,
): Promise<{ first: number; changed: number }> {
  const created = { channelId: 'bench-large', adapterId: 'adapter-of-bench-shop', name: 'Large', accountFields: [] };
  await server.call('POST', '/console/channels', server.operatorSecret, created);
  const put = async (renamed: number) => {
    // The text is built before the measurement, because this takes 0.1 s and is not work of the server.
    const body = JSON.stringify(document(renamed));
    const headers = { authorization: `Bearer ${adapterSecret}`, 'content-type': 'application/json' };
    const started = performance.now();
    const answer = await fetch(`${server.baseUrl}/external/channels/bench-large/standard`, {
      method: 'PUT',
      headers,
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the large standard was refused: ${text}`);
    return (performance.now() - started) / 1_000;
  };
  return { first: await put(0), changed: await put(10) };
}
