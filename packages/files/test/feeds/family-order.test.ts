import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byFamily } from '../../src/write/family-order.ts';
import { bytesInMemory, type Spool } from '../../src/index.ts';
import { collect, each, fileOf } from '../tables.ts';

const spool: Spool = async (bytes) => fileOf(Buffer.concat(await collect(bytes)));

test('members of a family come together, wherever they are and however many passes it takes', async () => {
  const products = Array.from({ length: 60 }, (_, at) => ({
    __ID: `p${at}`,
    ...(at % 4 === 0 ? {} : { __FAMILY: `ä${at % 7}` }),
    text: 'ü'.repeat(at),
  }));
  const expected = new Map(
    products.flatMap(({ __FAMILY: family }) =>
      family === undefined ? [] : [[family, products.filter((product) => product.__FAMILY === family)]],
    ),
  );
  for (const passBytes of [1, 700, 1_000_000]) {
    const groups = await collect(byFamily(each(products), spool, passBytes));
    const singles = groups.filter(({ family }) => family === '').flatMap(({ members }) => members);
    assert.deepEqual(
      singles,
      products.filter(({ __FAMILY: family }) => family === undefined),
    );
    const families = groups.filter(({ family }) => family !== '');
    assert.deepEqual(new Map(families.map(({ family, members }) => [family, members])), expected);
    assert.equal(families.length, expected.size);
  }
});

test('an export without products is empty', async () => {
  const inMemory: Spool = async (bytes) => bytesInMemory(Buffer.concat(await collect(bytes)));
  assert.deepEqual(await collect(byFamily(each([]), inMemory)), []);
});
