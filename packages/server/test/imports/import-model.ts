import fc from 'fast-check';

/**
 * One property of a product, with the JSON that is sent and the value that it represents. `means` is undefined if the value does not match
 * its definition. `means.stored` is undefined if the value is empty, so that nothing is stored for the property.
 */
interface Member {
  name: string;
  json: string;
  means: { stored: unknown } | undefined;
}

export interface ModelProduct {
  id: string;
  members: Member[];
}

/** The products that the service must have stored: id → properties as they are exported. */
export type ModelState = Map<string, Map<string, unknown>>;

export interface ModelCounts {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

const scalarOf = (id: string, compositeAttribute?: string, multiValue = false) => ({
  id,
  name: id,
  type: { id: 'string', multiValue },
  ...(compositeAttribute === undefined ? {} : { compositeAttribute }),
});
const compositeOf = (id: string, compositeAttribute?: string) => ({
  ...scalarOf(id, compositeAttribute),
  type: { id: 'composite', multiValue: true },
});

/** The definitions for which the model generates products. */
export const modelDefinitions = [
  scalarOf('text'),
  scalarOf('123'),
  scalarOf('list', undefined, true),
  compositeOf('rows'),
  scalarOf('cell', 'rows'),
  scalarOf('cells', 'rows', true),
  compositeOf('inner', 'rows'),
  scalarOf('leaf', 'inner'),
  { ...scalarOf('whole'), type: { id: 'integer', multiValue: false } },
];

const anyText = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 6 })
  .filter((text) => text.isWellFormed() && !text.includes('\u0000'));
const number = fc.constantFrom('0', '-0', '10.50', '1e21', '12345678901234567890', '0.1', '1E+2');
const cleared = fc.constantFrom('""', 'null', '[]').map((json) => ({ json, means: { stored: undefined } }));
const scalar = fc.oneof(
  anyText.map((text) => ({ json: JSON.stringify(text), means: { stored: text } })),
  number.map((json) => ({ json, means: { stored: json } })),
  fc.constantFrom('true', 'false').map((json) => ({ json, means: { stored: json } })),
);
const wrongShape = (...json: string[]) => fc.constantFrom(...json).map((json) => ({ json, means: undefined }));

interface Value {
  json: string;
  means: { stored: unknown } | undefined;
}

const listOf = (item: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => ({
    json: `[${items.map(({ json }) => json).join(' , ')}]`,
    means: { stored: items.map(({ means }) => means?.stored) },
  }));

/** Generates composite rows. An empty cell is sent, but it is omitted from the expected stored row. */
const rowsOf = (cells: Record<string, fc.Arbitrary<Value>>): fc.Arbitrary<Value> =>
  fc.array(fc.record(cells, { requiredKeys: [] }).map(cellsOf), { minLength: 1, maxLength: 3 }).map((rows) => ({
    json: `[${rows.map((row) => `{${row.map(([name, { json }]) => `${JSON.stringify(name)}:${json}`).join(',')}}`).join(',')}]`,
    means: {
      stored: rows.map((row) =>
        Object.fromEntries(
          row.flatMap(([name, { means }]) => (means?.stored === undefined ? [] : [[name, means.stored]])),
        ),
      ),
    },
  }));
const cellsOf = (row: Partial<Record<string, Value>>): [string, Value][] =>
  Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));

const inner = rowsOf({ leaf: fc.oneof(scalar, cleared) });
const links = fc
  .array(fc.tuple(fc.constantFrom('c1', 'c2', 'c3'), fc.constantFrom('1', '2.5', '10')), { minLength: 1, maxLength: 3 })
  .map((all) => ({
    json: `[${all.map(([id, quantity]) => `{"__ID":"${id}","QUANTITY":${quantity}}`).join(',')}]`,
    means: { stored: all.map(([id, quantity]) => ({ __ID: id, QUANTITY: Number(quantity) })) },
  }));

const values: Record<string, fc.Arbitrary<Value>> = {
  __NAME: fc.oneof(scalar, cleared),
  __FAMILY: fc.oneof(scalar, cleared, wrongShape('["a"]', '{}')),
  text: fc.oneof({ weight: 4, arbitrary: scalar }, cleared, wrongShape('["a"]', '{"a":1}', '"\\u0000"', '"\\ud800"')),
  123: fc.oneof(scalar, cleared),
  list: fc.oneof({ weight: 4, arbitrary: listOf(scalar) }, cleared, wrongShape('"a"', '1', '[null]', '[["a"]]')),
  whole: fc.oneof(
    fc.constantFrom('1', '-7', '12345678901234567890').map((json) => ({ json, means: { stored: json } })),
    wrongShape('1.5', '"a"', '" 1"'),
  ),
  rows: fc.oneof(
    {
      weight: 4,
      arbitrary: rowsOf({
        cell: fc.oneof(scalar, cleared),
        cells: fc.oneof(listOf(scalar), cleared),
        inner: fc.oneof(inner, cleared),
      }),
    },
    cleared,
    wrongShape('[{"other":"a"}]', '{"cell":"a"}', '[1]', '[{"inner":[{"cell":"a"}]}]', '[{"cell":"a","cell":"b"}]'),
  ),
  PACKAGING: fc.oneof(links, cleared, wrongShape('"a"', '[{"QUANTITY":1}]', '[{"__ID":"c1","QUANTITY":0}]')),
};

/** Generates products that share only a few ids, so that ids repeat. About one product in three is invalid. */
export const modelProduct: fc.Arbitrary<ModelProduct> = fc
  .tuple(
    fc.constantFrom('p1', 'p2', 'P2', 'p3', '0017', 'é', '😀 /'),
    fc
      .subarray(Object.keys(values), { maxLength: 4 })
      .chain((names) =>
        fc.tuple(...names.map((name) => (values[name] ?? scalar).map((value): Member => ({ name, ...value })))),
      ),
  )
  .map(([id, members]) => ({ id, members }));

/** Returns a product as JSON text. */
export function textOf({ id, members }: ModelProduct): string {
  return `{"__ID":${JSON.stringify(id)}${members.map(({ name, json }) => `,${JSON.stringify(name)}:${json}`).join('')}}`;
}

const isRow = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

/** Sorts properties by name. `asText` sorts at every depth, so that equal values give equal text. */
const inOrder = (members: Iterable<readonly [string, unknown]>): unknown[] =>
  [...members].toSorted(([a], [b]) => (a < b ? -1 : 1));
const asText = (members: Iterable<readonly [string, unknown]>): string =>
  JSON.stringify(inOrder(members), (_key, part: unknown) => (isRow(part) ? inOrder(Object.entries(part)) : part));

/** Applies a body product by product, and counts the outcomes. */
export function applyBody(state: ModelState, body: readonly ModelProduct[], replacement: boolean): ModelCounts {
  const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
  for (const { id, members } of body) {
    if (members.some(({ means }) => means === undefined)) {
      counts.rejected++;
      continue;
    }
    const before = state.get(id);
    const after = new Map(replacement ? [] : before);
    for (const { name, means } of members) {
      if (means?.stored === undefined) after.delete(name);
      else after.set(name, means.stored);
    }
    if (before === undefined) counts.created++;
    else if (asText(before) === asText(after)) counts.unchanged++;
    else counts.updated++;
    state.set(id, after);
  }
  return counts;
}
