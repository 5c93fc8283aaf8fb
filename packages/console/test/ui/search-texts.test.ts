import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readAssetSearch } from '../../src/assets/list/asset-search.ts';
import { readChannelSearch } from '../../src/channels/channel-search.ts';
import { readProductSearch } from '../../src/product-query/product-search.ts';
import { readDeletedSearch } from '../../src/products/deleted-search.ts';
import { readClientSearch } from '../../src/session/client-search.ts';
import { isSetIn, onlyRead, parseSearch, stringifySearch, textsIn } from '../../src/ui/search-texts.ts';
import { readTabSearch } from '../../src/ui/use-tab.ts';

const texts = ['662E41', '340123450000000018', '10.50', '1e3', 'true', 'null', '{"a":1}', '["a"]', '0017', '-0', '"x"'];

describe('A URL', () => {
  for (const text of texts)
    test(`keeps the text ${text} on every screen`, () => {
      const search = parseSearch(`?text=${encodeURIComponent(text)}&family=${encodeURIComponent(text)}`);
      assert.deepEqual(readProductSearch(search), { text, family: text });
      assert.deepEqual(readAssetSearch(search), { text });
      assert.deepEqual(readDeletedSearch(search), { text });
      assert.deepEqual(readClientSearch(parseSearch(`?client=${encodeURIComponent(text)}`)), { client: text });
      assert.deepEqual(readTabSearch(parseSearch(`?tab=${encodeURIComponent(text)}`)), { tab: text });
      assert.deepEqual(parseSearch(stringifySearch({ text })), { text });
    });

  test('is read as it was written, whatever the texts contain', () => {
    const text = fc.string({ minLength: 1, unit: 'binary' }).filter((one) => one.isWellFormed());
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1 }), (family, where) => {
        const lists = { where, readiness: where, columns: where };
        assert.deepEqual(readProductSearch(parseSearch(stringifySearch({ family, ...lists }))), { family, ...lists });
      }),
    );
  });

  test('has lists as repeated parameters; of any other repeated parameter the first one counts', () => {
    const search = parseSearch('?where=a%3Db&where=c*&text=x&text=y&family=');
    assert.deepEqual(readProductSearch(search), { where: ['a=b', 'c*'], text: 'x' });
    assert.deepEqual(readAssetSearch(parseSearch('?view=list&view=x&unused=true&unused=x')), {
      unused: true,
      view: 'list',
    });
    assert.equal(
      stringifySearch({ where: ['a=b', 'c*'], columns: undefined, view: 'list' }),
      '?where=a%3Db&where=c*&view=list',
    );
    assert.deepEqual(textsIn(parseSearch('?where=vegan%3Dyes'), 'where'), ['vegan=yes']);
    assert.equal(stringifySearch({}), '');
  });

  for (const name of ['where', 'readiness', 'columns'])
    test(`keeps the list ${name} of the product list, whether it has one value or several`, () => {
      for (const list of [['gm:incomplete'], ['gm:incomplete', 'shop:ready']]) {
        const url = `?${list.map((one) => `${name}=${encodeURIComponent(one)}`).join('&')}`;
        assert.deepEqual(readProductSearch(parseSearch(url)), { [name]: list });
        assert.equal(stringifySearch({ ...readProductSearch(parseSearch(url)) }), url);
      }
    });

  test('of an earlier version opens the same list', () => {
    const search = parseSearch(
      `?where=${encodeURIComponent('["a=b","c*"]')}&columns=${encodeURIComponent('["__ID"]')}`,
    );
    assert.deepEqual(readProductSearch(search), { where: ['a=b', 'c*'], columns: ['__ID'] });
  });

  test('sets a switch by the word true', () => {
    assert.equal(isSetIn(parseSearch(stringifySearch({ unused: true })), 'unused'), true);
    assert.equal(isSetIn(parseSearch('?unused=1'), 'unused'), false);
    assert.deepEqual(readChannelSearch(parseSearch('?connect=true&tab=products&state=nonsense')), {
      connect: true,
      tab: 'products',
    });
  });
});

test('a screen gets only what its reader returns', () => {
  const read = onlyRead(readAssetSearch, ['client']);
  const raw = { client: 'a', status: 'nonsense', text: 'x', other: '1' };
  // the router merges the result into the raw parameters
  assert.deepEqual({ ...raw, ...read(raw) }, { client: 'a', status: undefined, text: 'x', other: undefined });
});
