import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { untilTrue, violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient } from '../support/client-calls.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const attributesPath = '/api/datastandards/v1/datastandards/attributes';
const feedPath = '/api/import/v1/feeds/master';

const define = (id: string, type: string, more: object = {}) => ({
  id,
  name: id,
  compositeAttribute: null,
  type: { id: type, multiValue: false },
  ...more,
});

async function valueOf(productId: string, name: string): Promise<unknown> {
  const { product } = await askAsClient(stage.service, 'GET', `/api/products/v1/products/${productId}`);
  return (product as Record<string, unknown>)[name]; // the API reference documents an object
}

describe('A person who works with numbers and their units', { skip: withoutBrowser }, () => {
  test('defines the units, enters a number with one of them, undoes that with one key, and filters in another unit', async () => {
    const { page, service } = stage;
    await page.goto('/attributes');
    await page.getByRole('button', { name: 'New attribute', exact: true }).click();
    const editor = page.getByRole('dialog');
    await editor.getByLabel('ID').fill('load');
    await editor.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Number with unit' }).click();
    for (const unit of ['kg', 'g']) {
      await editor.getByRole('combobox', { name: 'Units' }).fill(unit);
      await editor.getByRole('combobox', { name: 'Units' }).press('Enter');
    }
    assert.deepEqual(await violations(page), []);
    await editor.getByRole('button', { name: 'Save attribute' }).click();
    await page.getByText('load saved').waitFor();
    await askAsClient(service, 'POST', feedPath, {
      products: [
        { __ID: 'load-1', load: '2 kg' },
        { __ID: 'load-2', load: '900 g' },
      ],
    });
    await page.goto('/products/load-1');
    await page.getByRole('button', { name: 'Edit load' }).click();
    await page.getByLabel('Unit of load').selectOption('g');
    await page.getByRole('textbox', { name: 'load', exact: true }).fill('1500,5');
    await page.getByRole('textbox', { name: 'load', exact: true }).press('Enter');
    await page.locator('main').getByText('1500.5 g', { exact: true }).first().waitFor();
    assert.equal(await valueOf('load-1', 'load'), '1500.5 g');
    await page.keyboard.press('Control+z');
    await page.locator('main').getByText('2 kg', { exact: true }).first().waitFor();

    await page.goto('/products?text=load-&columns=__ID&columns=load');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('load');
    await page.getByRole('option', { name: 'load' }).click();
    await page.getByLabel('From').fill('1');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'load ≥ 1 kg', exact: true }).waitFor();
    await untilTrue(page, `document.querySelector('[role=gridcell][data-id]')?.textContent === 'load-1'`);
    assert.deepEqual(stage.complaints, []);
  });
});

/** HTML texts from which an editor without checks would remove parts. */
const lostByEditor = [
  '<style>p { color: red }</style><p>a</p>',
  '<title>a</title><p>b</p>',
  '<link href="/x"><p>a</p>',
  '<!-- a --><p>b</p>',
  '<td>a</td>',
  '<p>a</p><template>b</template>',
  '<p>a</p></b>',
  '<p>a</p>length <max',
  '<p style="color: red">a</p>',
  '<p onclick="x">a</p>',
];

describe('A person who writes formatted texts', { skip: withoutBrowser }, () => {
  test('sees and changes the formatting, and edits unknown markup only as source', async () => {
    const { page, service } = stage;
    await askAsClient(service, 'PUT', attributesPath, [
      define('story', 'html'),
      define('wild', 'html'),
      define('drawing', 'html'),
    ]);
    const wild =
      '<base href="https://a.example/"><style>p { color: red }</style><constructor>shown</constructor><li>loose</li><ul><p>wrapped</p></ul><p class="lead" onclick="document.title=1" style="color: red">Bold <b>claims</b>' +
      '<img src="/x" onerror="document.title=2"><a href=" java\tscript:document.title=3">link</a></p>';
    await askAsClient(service, 'POST', feedPath, {
      products: [
        {
          __ID: 'story-1',
          story: '<p>First <b>line</b> <a href="/old">there</a></p>\n<ul><li>one</li><li>two</li></ul>',
          wild,
          drawing: '<img src="/x.png">',
        },
      ],
    });
    await page.goto('/products/story-1');
    const story = page.locator('[data-field=story]');
    await story.locator('ul li').nth(1).waitFor();
    assert.equal(await page.locator('[data-field=wild] :is(img, a, [onclick], [class=lead])').count(), 0);
    await page.locator('[data-field=wild] b').getByText('claims').waitFor();
    assert.equal(await page.locator('[data-field=wild] li').allTextContents().then(String), 'wrapped');

    await page.getByRole('button', { name: 'Edit story' }).click();
    const text = page.getByRole('textbox', { name: 'story', exact: true });
    await text.waitFor();
    await untilTrue(page, `document.activeElement?.getAttribute('aria-label') === 'story'`);
    assert.deepEqual(await violations(page), []);
    await text.getByText('there').click();
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    const address = page.getByLabel('Address of the link');
    assert.equal(await address.inputValue(), '/old');
    await page.getByRole('button', { name: 'Remove link' }).waitFor();
    await address.fill('a.example');
    await address.press('Enter');
    await text.press('Control+End');
    await text.press('Enter');
    await page.keyboard.type('three ');
    await page.getByRole('button', { name: 'Bold', exact: true }).click();
    await page.keyboard.type('four');
    await text.press('Control+Enter');
    await page.locator('[data-field=story]:not([data-editing]) li').nth(2).waitFor();
    assert.equal(
      await valueOf('story-1', 'story'),
      '<p>First <b>line</b> <a href="https://a.example">there</a></p>' +
        '<ul><li>one</li><li>two</li><li>three <strong>four</strong></li></ul>',
    );

    await page.getByRole('button', { name: 'Edit wild' }).click();
    const source = page.getByRole('textbox', { name: 'wild', exact: true });
    await page.getByText('only its source can be edited').waitFor();
    assert.equal(await source.inputValue(), wild);
    for (const lost of lostByEditor) {
      await source.fill('<p>on <b>one</b> line</p>');
      await page.getByRole('button', { name: 'Edit formatted text' }).waitFor();
      await source.fill(lost);
      await page.getByText('only its source can be edited').waitFor();
    }
    await source.fill('first line\nsecond line');
    await page.getByText('This text has line breaks and no markup.').waitFor();
    await source.fill(wild.replace('Bold', 'Brave'));
    await source.press('Control+Enter');
    await page.locator('[data-field=wild]:not([data-editing])').getByText('Brave').waitFor();
    assert.equal(await valueOf('story-1', 'wild'), wild.replace('Bold', 'Brave'));

    await page.goto('/products?text=story-1&columns=__ID&columns=drawing');
    await page.getByRole('gridcell', { name: '<img src="/x.png">', exact: true }).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person with formatted texts in a table', { skip: withoutBrowser }, () => {
  test('reaches the tools of the editor with Tab', async () => {
    const { page, service } = stage;
    const child = { compositeAttribute: 'notes' };
    await askAsClient(service, 'PUT', attributesPath, [
      define('notes', 'composite', { type: { id: 'composite', multiValue: true } }),
      define('body', 'html', child),
      define('tail', 'string', child),
    ]);
    await askAsClient(service, 'POST', feedPath, {
      products: [{ __ID: 'notes-1', notes: [{ body: '<p>x</p>', tail: 'end' }] }],
    });
    await page.goto('/products/notes-1');
    await page.getByRole('button', { name: 'Edit notes' }).click();
    const table = page.getByRole('treegrid', { name: 'notes' });
    const focused = (role: 'textbox' | 'button', name: string | RegExp) =>
      table.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();
    await focused('textbox', /^body/);
    await page.keyboard.press('Shift+Tab');
    await focused('button', 'Edit source');
    await page.keyboard.press('Tab');
    await focused('textbox', /^body/);
    await page.keyboard.press('Tab');
    await focused('textbox', /^tail/);
    assert.deepEqual(stage.complaints, []);
  });
});

describe('A person with 900 attributes', { skip: withoutBrowser }, () => {
  test('scrolls through all of them, although only those on the screen exist, and moves groups and attributes', async () => {
    const { page, service } = stage;
    const many = Array.from({ length: 900 }, (_, at) => define(`row-${String(at).padStart(3, '0')}`, 'string'));
    const grouped = ['a1', 'a2', 'b1'].map((id) => define(id, 'string', { groupIds: [`Group ${id[0]}`] }));
    await askAsClient(service, 'PUT', attributesPath, [...grouped, ...many]);
    await page.goto('/attributes');
    await page.getByRole('cell', { name: 'a1', exact: true }).first().waitFor();
    await untilTrue(page, `document.querySelectorAll('main tbody tr').length < 80`);
    await page.keyboard.press('End');
    await untilTrue(
      page,
      `(scrollTo(0, document.body.scrollHeight), document.querySelector('main tbody')?.textContent.includes('row-899'))`,
    );
    await untilTrue(page, `document.querySelectorAll('main tbody tr').length < 80`);

    await page.getByRole('button', { name: 'Change order' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Move Group b' }).press('Home');
    await dialog.getByText('Group b: 1 of').waitFor({ state: 'attached' });
    await dialog.locator('[aria-expanded][aria-label*="Group a"]').click();
    assert.deepEqual(await violations(page), []);
    const [from, to] = await Promise.all(
      ['a1', 'a2'].map((name) => dialog.getByRole('button', { name: `Move ${name}`, exact: true }).boundingBox()),
    );
    assert.ok(from && to);
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 20, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Save order' }).click();
    await page.getByText('Order saved').waitFor();
    const { attributes } = await askAsClient(service, 'GET', attributesPath);
    const ids = (attributes as { id: string }[]).map(({ id }) => id); // the API reference documents a list
    assert.deepEqual(
      ids.filter((id) => /^[ab]\d$/.test(id)),
      ['b1', 'a2', 'a1'],
    );
    assert.equal(ids[0], 'b1');
    assert.deepEqual(stage.complaints, []);
  });
});
