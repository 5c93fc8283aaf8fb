import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cleanIdentifier, trimUnseen } from '@pimento/contract/text';
import { cleanFileName } from '../src/assets/content/file-name-rules.ts';
import { connectClients } from './submissions/connected-client.ts';
import { ask, type GatewayWorld, startGatewayWorld } from './channels/gateway-world.ts';
import type { TestAnswer, TestCaller } from './test-service.ts';

const categories = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn'.split(
  ' ',
);

/** The first and the last character of every Unicode general category, including unpaired surrogates. */
const samples = categories.flatMap((category) => {
  const pattern = new RegExp(`^\\p{${category}}$`, 'u');
  const found: string[] = [];
  for (let at = 0; at <= 0x10ffff; at++) {
    const character = String.fromCodePoint(at);
    if (pattern.test(character)) found.push(character);
  }
  return [...new Set([found[0], found.at(-1)])].filter((one) => one !== undefined);
});
/** Characters that often cause bugs, such as joiners, direction marks, emoji, forms of one letter, quotes and wildcards. */
const special = [
  '\u200d',
  '\u200c',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\ufe0f',
  '\u{e0041}',
  '👩\u200d👩\u200d👧',
  '🏴\u{e0067}\u{e007f}',
  'e\u0301',
  'e\u0301\u0323',
  'ﬁ',
  'ſ',
  'K',
  'İ',
  'ς',
  '％',
  '＇',
  '＼',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '&',
  '+',
  '#',
  '?',
  ';',
  '<',
  '\ufffd',
  '\uffff',
  '\u{10ffff}',
];
const characters = [...new Set([...samples, ...special])];

/** Each character alone, at the start, in the middle and at the end of a text. */
const texts = characters.flatMap((one) => [one, `${one}x`, `a${one}b`, `x${one}`]);
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());
const connected = connectClients(
  () => world,
  () => adapter,
);

/** Returns the expected stored form of an identifier, or undefined if the identifier must be refused. */
function identifierOf(text: string): string | undefined {
  if (!isStorable(text)) return undefined;
  const clean = cleanIdentifier(text);
  return clean === '' || /\p{Cc}/u.test(clean) || clean === '.' || clean === '..' ? undefined : clean;
}

/** Returns a value as JSON in printable ASCII. All other UTF-16 units are escaped, so that unpaired surrogates reach the service. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function importAll(caller: TestCaller, products: readonly unknown[]): Promise<TestAnswer> {
  const answer = await caller.importBody(`{"products":${escaped(products)}}`);
  assert.equal(answer.status, 200, answer.text.slice(0, 500));
  return answer;
}

/** Imports a product for each text and asserts what is stored. `expectedOf` returns undefined if the product must be rejected. */
async function assertImported(
  name: string,
  productOf: (text: string, id: string) => Record<string, unknown>,
  expectedOf: (text: string, id: string) => Record<string, unknown> | undefined,
): Promise<void> {
  const caller = await world.service.client(name);
  const all = texts.map((text, at) => ({ text, id: `p${at}` }));
  const { body } = await importAll(
    caller,
    all.map(({ text, id }) => productOf(text, id)),
  );
  const stored = await caller.exported();
  const rejected = new Map(body.errors.map((error: { index: number; code: string }) => [error.index, error.code]));
  for (const [index, { text, id }] of all.entries()) {
    const expected = expectedOf(text, id);
    if (expected === undefined) assert.ok(rejected.has(index), `${name} ${escaped(text)} was taken`);
    else
      assert.deepEqual(
        stored.get(String(expected['__ID'])),
        expected,
        `${name} ${escaped(text)} ${String(rejected.get(index))}`,
      );
  }
}

test('Every character as an id is stored clean or refused.', async () => {
  const caller = await world.service.client('ids');
  const { body } = await importAll(
    caller,
    texts.map((__ID) => ({ __ID })),
  );
  const wanted = texts.map(identifierOf);
  assert.deepEqual(
    [...(await caller.exported()).keys()].sort(),
    [...new Set(wanted.filter((id) => id !== undefined))].sort(),
  );
  assert.equal(body.rejected, wanted.filter((id) => id === undefined).length);
  for (const text of new Set(characters.flatMap((one) => [one, `${one}x`]))) {
    if (!text.isWellFormed()) continue;
    const id = identifierOf(text);
    const read = await caller.call(
      'GET',
      `/api/products/v1/products?${new URLSearchParams({ productId: text }).toString()}`,
    );
    if (text.includes('\0')) assert.equal(read.status, 400);
    else
      assert.deepEqual(
        read.body.products?.map((one: { productId: string }) => one.productId),
        id === undefined ? [] : [id],
        escaped(text),
      );
    if (text === '.' || text === '..') continue;
    const { status } = await caller.call('GET', `/api/products/v1/products/${encodeURIComponent(text)}`);
    assert.ok(
      status === (id === undefined ? 404 : 200) || (status === 400 && id === undefined),
      `${escaped(text)} ${status}`,
    );
  }
});

test('Every character in values is stored as sent.', async () => {
  await assertImported(
    'values',
    (text, __ID) => ({ __ID, __NAME: text, one: text, many: [text, 'x'] }),
    (text, __ID) => (isStorable(text) ? { __ID, __NAME: text, one: text, many: [text, 'x'] } : undefined),
  );
});

test('Every character in attribute names, families, categories and assets is stored clean or refused.', async () => {
  await assertImported(
    'names',
    (text, __ID) => ({ __ID, [`n${text}`]: '1' }),
    (text, __ID) => {
      const name = identifierOf(`n${text}`);
      return name === undefined ? undefined : { __ID, [name]: '1' };
    },
  );
  const field = (name: string, isRefused = (_text: string) => false) =>
    [
      (text: string, __ID: string) => ({ __ID, [name]: text }),
      (text: string, __ID: string) => {
        if (!isStorable(text) || isRefused(text)) return undefined;
        const clean = cleanIdentifier(text);
        return { __ID, ...(clean === '' ? {} : { [name]: clean }) };
      },
    ] as const;
  await assertImported('families', ...field('__FAMILY'));
  await assertImported('categories', ...field('__CATEGORY'));
  await assertImported('assets', ...field('PRIMARY_ASSET', (text) => ['.', '..'].includes(cleanIdentifier(text))));
});

test('Every character in a filter finds what it is stored as, or is refused.', async () => {
  const caller = await world.service.client('filters');
  const all = [...new Set(characters.flatMap((one) => [one, `a${one}b`]).filter(isStorable))];
  await importAll(
    caller,
    all.map((text, at) => ({ __ID: `p${at}`, __FAMILY: text, __NAME: text, v: text })),
  );
  await world.service.searchIndexing.drain();
  for (const [at, text] of all.entries()) {
    const filters = [
      { text },
      { where: `v~${text}` },
      { family: text },
      { where: `v=${text}` },
      { where: `__FAMILY=${text}` },
    ];
    // for texts of several characters, two filters are enough
    for (const filter of characters.includes(text) ? filters : filters.slice(0, 2)) {
      const { status, body } = await caller.call(
        'GET',
        `/api/products/v1/products?limit=1000&${new URLSearchParams(filter).toString()}`,
      );
      const ids: string[] | undefined = body.products?.map((one: { productId: string }) => one.productId);
      const isBlank = cleanIdentifier(text) === '' && !('where' in filter && filter.where.startsWith('v'));
      const isRefused = 'text' in filter && trimUnseen(text) === '';
      assert.ok(
        isRefused ? status === 400 : status === 200 && (isBlank || ids?.includes(`p${at}`)),
        `${escaped(filter)} ${status} ${ids?.join(' ')}`,
      );
    }
  }
  for (const text of ['\0', 'a\0b']) {
    const { status } = await caller.call(
      'GET',
      `/api/products/v1/products?${new URLSearchParams({ text }).toString()}`,
    );
    assert.equal(status, 400);
  }
});

test('Every character in definitions and comments is stored or refused.', async () => {
  const { client, submit } = await connected('definers', []);
  await client.importProducts([{ __ID: 'p' }]);
  for (const one of characters) {
    const definition = {
      id: `d${one}`,
      name: `n${one}`,
      type: { id: 'string' },
      description: one,
      restriction: { listOfValues: [{ value: one }] },
    };
    const answer = await client.call('PUT', '/api/datastandards/v1/datastandards/attributes', {
      headers: { 'content-type': 'application/json' },
      body: escaped([definition]),
    });
    const id = identifierOf(`d${one}`);
    if (id === undefined) assert.equal(answer.status, 422, `${escaped(one)} ${answer.text}`);
    else if (answer.status === 200) {
      assert.equal(answer.body.attributes[0].id, id);
      assert.equal(answer.body.attributes[0].description, one);
      const path = `/api/datastandards/v1/datastandards/attributes/${encodeURIComponent(`d${one}`)}`;
      assert.equal((await ask(client, 'GET', path)).id, id);
    } else assert.ok(answer.status >= 400 && answer.status < 500, `${escaped(one)} ${answer.text}`);
  }
  for (const one of characters.filter(isStorable)) {
    const { submissionId } = await submit({ productIds: ['p'], comment: one });
    assert.equal((await ask(client, 'GET', `/api/submit/v1/submissions/${submissionId}`)).comment, one, escaped(one));
  }
  const refused = await client.call('POST', '/api/submit/v1/channels/shop/products', {
    headers: { 'content-type': 'application/json' },
    body: '{"productIds":["p"],"comment":"\\ud800"}',
  });
  assert.equal(refused.status, 400, refused.text);
});

test('Every character in the id and the file name of an upload is stored clean or refused.', async () => {
  const caller = await world.service.client('uploads');
  const ids = characters.filter((one) => isStorable(one));
  await importAll(
    caller,
    ids.map((one, at) => ({ __ID: `p${at}`, PRIMARY_ASSET: `i${one}j` })),
  );
  for (const one of ids) {
    const form = new FormData();
    form.set('file', new Blob(['text']), `f${one}.txt`);
    const answer = await fetch(
      `${world.service.baseUrl}/api/asset/v1/assets/upload?${new URLSearchParams({ assetId: `i${one}j` }).toString()}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.secret}` },
        body: form,
      },
    );
    const body = (await answer.json()) as { id: string; name: string };
    assert.equal(answer.status, 200, `${escaped(one)} ${JSON.stringify(body)}`);
    assert.equal(body.id, cleanIdentifier(`i${one}j`));
    assert.equal(body.name, cleanFileName(body.name));
  }
});
