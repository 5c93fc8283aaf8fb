import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchServer } from '../import/bench-server.ts';
import { percentile } from '../import/small-gets.ts';
import { type BenchResult, result } from '../report.ts';
import type { Parameters } from './server-times.ts';

/** The addresses that a screen requests concurrently, for example when a view is opened. */
type Question = readonly { path: string; parameters: Parameters }[];

const list = (...parameters: Parameters): Question[number] => ({
  path: 'products',
  parameters: [...parameters, ['limit', '200']],
});
const counted = (...parameters: Parameters): Question[number] => ({
  path: 'products',
  parameters: [...parameters, ['limit', '1'], ['count', 'true'], ['countWithin', '75']],
});
const values = (field: string, ...parameters: Parameters): Question => [
  {
    path: 'product-values',
    parameters: [['field', field], ['limit', '200'], ...parameters],
  },
];
const categories = (...parameters: Parameters): Question => [{ path: 'product-categories', parameters }];

/** Definitions of attributes with numbers and dates, because the catalogues define only composites. */
export const typedDefinitions = Object.entries({
  price: 'decimal',
  weight: 'decimal',
  card_count: 'integer',
  release_date: 'date',
}).map(([id, type]) => ({ id, name: id, compositeAttribute: null, type: { id: type, multiValue: false } }));

const sorts = [
  '-__UPDATED',
  '__CREATED',
  '__NAME',
  '-__NAME',
  '-__ID',
  '__FAMILY',
  'manufacturer',
  'price',
  '-release_date',
];

/** Sorted pages, typed filters, switches between saved views, and offered values and categories. */
const questions = new Map<string, Question>([
  ...sorts.map((sort): [string, Question] => [`sort${sort.startsWith('-') ? '' : '-'}${sort}`, [list(['sort', sort])]]),
  ['sort-filtered-many', [list(['sort', '__NAME'], ['where', 'manufacturer=Cisco'])]],
  ['sort-filtered-few', [list(['sort', '-price'], ['where', '__NAME~hoodie'], ['where', 'size=XS'])]],
  ['sort-filtered-rare', [list(['sort', '__NAME'], ['where', 'card_count=57'])]],
  ['range', [list(['where', 'price>=20'], ['where', 'price<=30'])]],
  ['range-date', [list(['where', 'release_date>=2020-01-01'])]],
  ['any-of', [list(['where', 'color|=Red|Blue'])]],
  ['differs', [list(['where', 'manufacturer!=Cisco'])]],
  ['category-below', [list(['where', '__CATEGORY^=Default Category/Men'])]],
  ['view-family', [list(['family', 'Juniper'], ['sort', '__NAME']), counted(['family', 'Juniper'])]],
  [
    'view-typed',
    [
      list(['where', 'price>=20'], ['where', 'color|=Red|Blue'], ['sort', '-price']),
      counted(['where', 'price>=20'], ['where', 'color|=Red|Blue']),
    ],
  ],
  ['values-all', values('color')],
  ['values-filtered', values('size', ['where', 'color=Red'])],
  ['values-combined', values('color', ['where', 'price>=20'], ['text', 'hoodie'])],
  ['values-range', values('price')],
  ['categories-all', categories()],
  ['categories-below', categories(['under', 'Default Category'])],
  ['categories-filtered', categories(['where', 'price>=20'])],
]);

/** Requests all addresses of a question concurrently. @returns the answers, or undefined if a sort order is still being built */
async function ask(server: BenchServer, question: Question): Promise<unknown[] | undefined> {
  const answers = await Promise.all(
    question.map(async ({ path, parameters }) => {
      const address = `${server.baseUrl}/api/products/v1/${path}?${new URLSearchParams(parameters).toString()}`;
      const answer = await fetch(address, { headers: { authorization: `Bearer ${server.clientSecret}` } });
      const body: unknown = await answer.json();
      if (answer.status === 409) return undefined;
      if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(body)}`);
      return body;
    }),
  );
  return answers.includes(undefined) ? undefined : answers;
}

/** Asks each question once, which starts to build all sort orders, and waits until they are built. */
async function buildOrders(server: BenchServer): Promise<void> {
  const began = performance.now();
  const client = new pg.Client({ connectionString: await server.connectionString() });
  await client.connect();
  try {
    const isBuilding = async () => {
      const { rows } = await client.query<{ unbuilt: number; waiting: number }>(
        'select (select count(*)::integer from product_order where built_through is not null) as unbuilt, (select count(*)::integer from product_change) as waiting',
      );
      return rows[0]?.unbuilt !== 0 || rows[0].waiting !== 0;
    };
    for (const question of questions.values()) await ask(server, question);
    while (await isBuilding()) await sleep(250);
    // Autovacuum would do this some minutes later.
    await client.query('vacuum analyze product_order_key, product_order_count');
    const { rows } = await client.query<{ orders: number; size: string; counts: string }>(
      "select count(*)::integer as orders, pg_size_pretty(pg_total_relation_size('product_order_key')) as size, pg_size_pretty(pg_total_relation_size('product_order_count')) as counts from product_order",
    );
    console.log(
      `${rows[0]?.orders} orders built in ${Math.round((performance.now() - began) / 1000)} s: ${rows[0]?.size}, counts ${rows[0]?.counts}`,
    );
  } finally {
    await client.end();
  }
}

const sizeOf = (answer: unknown): string => {
  const {
    products,
    values: found,
    categories: tree,
    isComplete,
    hasMore,
  } = answer as {
    products: unknown[] | number;
    values?: unknown[];
    categories?: unknown[];
    isComplete?: boolean;
    hasMore?: boolean;
  }; // as the contract declares
  if (Array.isArray(products)) return `${products.length} products${hasMore === true ? ' and more' : ''}`;
  return `${(found ?? tree ?? []).length} entries of ${products} products${isComplete === false ? ', lower bounds' : ''}`;
};

/** Measures how long the server takes to answer each question. @param maxMs the target of each figure */
export async function measureOrders(server: BenchServer, rounds: number, maxMs: number): Promise<BenchResult[]> {
  await buildOrders(server);
  const results: BenchResult[] = [];
  for (const [name, question] of questions) {
    const times: number[] = [];
    let answers = await ask(server, question);
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      answers = await ask(server, question);
      times.push(performance.now() - began);
    }
    if (answers === undefined) throw new Error(`${name}: an order is missing`);
    results.push(result(`${name}-p95`, percentile(times, 0.95), 'ms', maxMs));
    console.log(`${name.padEnd(20)} p50 ${percentile(times, 0.5).toFixed(1)} ms (${sizeOf(answers[0])})`);
  }
  return results;
}
