import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { violations } from '../support/accessible-screens.ts';
import { withoutBrowser } from '../support/browser.ts';
import { askAsClient, publishMapping } from '../support/client-calls.ts';
import { visit } from '../support/console-visit.ts';
import { connectAndSubmit, playAdapter } from '../support/played-adapter.ts';
import { setStage } from '../support/stage.ts';

const standardPath = '/external/channels/example-shop/standard';
const boardPath = '/channels/example-shop?tab=readiness';
const text = { id: 'string' };
const standard = {
  format: 'pimento-standard/1',
  name: 'Example catalogue',
  valueLists: [{ id: 'colors', values: [{ value: 'Blue' }, { value: 'Red' }] }],
  attributes: [
    { id: 'id', name: 'ID', type: text, requirement: 'required', defaultFormula: '__ID' },
    {
      id: 'title',
      name: 'Title',
      type: text,
      requirement: 'required',
      restriction: { parameters: { maxLength: 10 } },
    },
    { id: 'color', name: 'Color', type: text, restriction: { valueList: 'colors' } },
    { id: 'origin', name: 'Origin', type: text },
  ],
  categories: [
    { id: 'pens', name: 'Pens', parentId: null },
    { id: 'ink', name: 'Ink', parentId: null },
  ],
};
const mapping = {
  category: { rules: [{ when: 'startsWith(__ID, "pen")', category: 'pens' }], otherwise: 'ink' },
  targets: [
    { target: 'title', value: 'short_title' },
    { target: 'color', value: 'pen_color', map: 'colors' },
  ],
  maps: { colors: { entries: { crimson: 'Red' } } },
};

const stage = setStage();
const section = (name: string) => stage.page.getByRole('region', { name, exact: true });
const rows = () => section('Products by readiness').getByRole('row');

/** Waits until the evaluations include all changes. The board polls the same figures. */
async function settle(): Promise<void> {
  for (let count = 0; count < 100; count++) {
    const { pending, rulesetNo } = await askAsClient(
      stage.service,
      'GET',
      '/api/channels/v1/channels/example-shop/readiness',
    );
    if (pending === 0 && rulesetNo !== null) return;
    await stage.page.waitForTimeout(200);
  }
  assert.fail('the evaluations do not end');
}

/** Returns true if no part of an element is beyond the left or right edge of the window. */
async function isInView(one: Locator): Promise<boolean> {
  const box = await one.boundingBox();
  const width = one.page().viewportSize()?.width ?? 0;
  return box !== null && box.x >= 0 && box.x + box.width <= width;
}

let submissionId = '';

/**
 * Returns the number of pixels by which a page is wider than the window. Waits, because the layout adapts to the window size with a delay.
 */
async function sidewaysOf(page: Page): Promise<number> {
  let pixels = 0;
  for (let count = 0; count < 15; count++) {
    pixels = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (pixels <= 0) return 0;
    await page.waitForTimeout(200);
  }
  const beyond = await page.evaluate<string>(
    `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.className + ' ' + one.textContent.slice(0, 40)).slice(0, 12).join('; ')`,
  );
  console.error(`beyond the right edge: ${beyond}`);
  return pixels;
}

describe('A person who makes products ready for a channel', { skip: withoutBrowser }, () => {
  before(async () => {
    const { service } = stage;
    submissionId = await connectAndSubmit(service);
    await (await playAdapter(service)).call('PUT', standardPath, standard);
    await askAsClient(service, 'POST', '/api/import/v1/feeds/master', {
      products: [
        { __ID: 'pen-1', short_title: 'Pen', pen_color: 'crimson' },
        { __ID: 'pen-2', short_title: 'A pen that writes', pen_color: 'Red' },
        { __ID: 'pen-3', short_title: 'Pen', pen_color: 'Navy' },
      ],
    });
  });

  test('is led to the mapping while none is published', async () => {
    const { page } = stage;
    await page.goto(boardPath);
    await page.getByText('No mapping published yet').waitFor();
    await page.getByRole('link', { name: 'Open mapping' }).click();
    await page.waitForURL(/tab=mapping/);
  });

  test('sees how many products are ready, and opens the products with a problem', async () => {
    const { page, service } = stage;
    await publishMapping(service, mapping);
    await settle();
    await page.goto(boardPath);
    await section('Most frequent problems')
      .getByRole('row', { name: /^Color Not in the value list 1/ })
      .waitFor();
    const { outcomes } = await askAsClient(service, 'GET', '/api/channels/v1/channels/example-shop/readiness');
    assert.equal((outcomes as { ready: number; invalid: number }).invalid, 2); // the API reference documents this type
    await page.getByRole('button', { name: 'Show products: Color: Not in the value list' }).click();
    await section('Products by readiness').getByText('With the problem Color: Not in the value list').waitFor();
    await rows().nth(2).waitFor({ state: 'detached' });
    await rows().getByText('"Navy" is not a value of "Color" on Example shop (2 allowed). Map it.').waitFor();
    assert.equal(await page.locator(':focus').innerText(), 'Products by readiness');
  });

  test('sees the values of products side by side, with the problems of each', async () => {
    const { page } = stage;
    const list = section('Products by readiness');
    await list.getByText('Values', { exact: true }).click();
    const grid = list.getByRole('group', { name: 'Values by product' });
    const cell = grid.getByRole('row', { name: /pen-3/ }).getByRole('cell').nth(2);
    await cell.getByText('"Navy" is not a value of "Color"', { exact: false }).waitFor();
    assert.equal(await cell.getAttribute('data-level'), 'error');
    await cell.getByRole('link', { name: 'pen_color' }).waitFor();
    // the four attributes of the standard are all chosen at first
    await grid.getByRole('columnheader', { name: 'Origin' }).waitFor();
    await list.getByRole('combobox', { name: 'Attributes' }).fill('Orig');
    await page.getByRole('option', { name: 'Origin (origin)' }).click();
    await grid.getByRole('columnheader', { name: 'Origin' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await list.getByText('Problems', { exact: true }).first().click();
    await grid.waitFor({ state: 'detached' });
  });

  test('fixes a list value in the value map, and a length in the formula', async () => {
    const { page } = stage;
    const fix = (name: string) => page.getByRole('link', { name });
    const ofColor = fix('Fix value map: Color: Not in the value list');
    assert.match((await ofColor.getAttribute('href')) ?? '', /view=maps/);
    await fix('Fix formula: Title: Too long').click();
    await page.getByRole('textbox', { name: 'Formula for Title' }).waitFor();
    await page.goBack();
    await section('By category').getByRole('button', { name: 'Pens 3', exact: true }).click();
    await section('Products by readiness').getByText('In the category Pens').waitFor();
    await rows().nth(3).waitFor();
    assert.equal(await rows().count(), 4);
  });
});

describe('A person who looks for products by readiness', { skip: withoutBrowser }, () => {
  test('filters the product list by readiness, with the filter in the address', async () => {
    const { page } = stage;
    const invalid = page.getByText('Example shop: invalid', { exact: true });
    await page.goto('/products?readiness=example-shop%3Ainvalid');
    await page.getByText('2 products', { exact: true }).waitFor();
    await invalid.waitFor();
    assert.deepEqual(new URL(page.url()).searchParams.getAll('readiness'), ['example-shop:invalid']);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Attribute' }).fill('Readiness on Example');
    await page.getByRole('option', { name: 'Readiness on Example shop' }).click();
    await page.getByRole('combobox', { name: 'Readiness' }).click();
    await page.getByRole('option', { name: 'ready', exact: true }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('3 products', { exact: true }).waitFor();
    assert.deepEqual(new URL(page.url()).searchParams.getAll('readiness'), [
      'example-shop:invalid',
      'example-shop:ready',
    ]);
    await page.reload();
    await page.getByText('3 products', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove filter' }).first().click();
    await invalid.waitFor({ state: 'detached' });
    await page.getByText('Example shop: ready', { exact: true }).waitFor();
    await page.getByText('1 product', { exact: true }).waitFor();
  });
});

describe('A person who reads what one product lacks on a channel', { skip: withoutBrowser }, () => {
  test('reads which rule chose its category, and which formula and attributes its values come from', async () => {
    const { page } = stage;
    await page.goto(boardPath);
    await rows().getByRole('link', { name: 'pen-2' }).click();
    await page.getByText('Channel category: Pens by rule 1: startsWith(__ID, "pen")').waitFor();
    await section('Problems').getByText('"Title" has 17 characters; 10 are allowed.', { exact: false }).waitFor();
    const values = page.getByRole('group', { name: 'Values on the channel' });
    const first = values.getByRole('row').nth(1);
    assert.match(await first.innerText(), /^Title\s+A pen that writes/);
    await first.getByText('short_title', { exact: true }).first().waitFor();
    await page.getByText('Show as the channel receives it').click();
    await page.getByText('"title": "A pen that writes"').waitFor();
    await first.getByRole('link', { name: 'short_title' }).click();
    await page.getByRole('textbox', { name: 'Find an attribute' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Find an attribute' }).inputValue(), 'short_title');
  });
});

describe('A person who decides for one product on a channel', { skip: withoutBrowser }, () => {
  test('sets a value and a category for one product, and returns to the mapping', async () => {
    const { page } = stage;
    await page.goto('/products/pen-2?tab=readiness');
    await page.getByRole('button', { name: 'Set value: Title' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Short pen');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('No problems. The product can be submitted to this channel.').waitFor();
    await page.getByRole('button', { name: 'Set category' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Channel category' }).click();
    await page.getByRole('option', { name: 'Ink (ink)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Channel category: Ink set for this product').waitFor();
    await page.getByRole('button', { name: 'Set value: Title' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use the mapping again' }).click();
    await section('Problems').getByText('"Title" has 17 characters', { exact: false }).waitFor();
  });
});

describe('A person whose products are ready for a channel', { skip: withoutBrowser }, () => {
  test('lets products become Ready by themselves, and holds one', async () => {
    const { page, service } = stage;
    const path = '/api/channels/v1/channels/example-shop/products';
    await askAsClient(service, 'POST', path, { productIds: ['pen-1', 'pen-2'] });
    await page.goto(boardPath);
    const toggle = page.getByRole('switch', { name: 'Let products become Ready automatically' });
    // click() is used instead of check(), because the switch changes only after the service has answered.
    await toggle.click();
    await page.getByText('Products become Ready automatically', { exact: true }).waitFor();
    await settle();
    await page.goto('/channels/example-shop?tab=products');
    await page.getByRole('row', { name: /pen-1.*Ready.*Ready/ }).waitFor();
    await page.getByRole('row', { name: /pen-2.*Invalid/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 product is ready for the channel').waitFor();
    await dialog.getByRole('link', { name: 'Title: Too long' }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Submit', exact: true }).isEnabled(), true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('checkbox', { name: 'Select all shown' }).uncheck();
    await page.getByRole('checkbox', { name: 'Select pen-2' }).check();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialog.getByText('None of these products would be submitted.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Submit', exact: true }).isEnabled(), false);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('checkbox', { name: 'Select pen-2' }).uncheck();
    await page.getByRole('checkbox', { name: 'Select pen-1' }).check();
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByRole('row', { name: /pen-1.*Held: it is not submitted/ }).waitFor();
    await page.goto('/products/pen-1?tab=channels');
    await page.getByRole('button', { name: 'Release product' }).click();
    await page.getByRole('button', { name: 'Hold product' }).waitFor();
  });

  test('follows an error of the channel back to the formula and to their own attributes', async () => {
    const { page, service } = stage;
    await (
      await playAdapter(service)
    ).report(submissionId, {
      status: 'Success',
      items: [{ productId: 'capers-100', status: 'Rejected', errors: [{ attributeId: 'title', message: 'too long' }] }],
    });
    await page.goto(`/submissions/${submissionId}`);
    await page.getByRole('button', { name: 'Where does this come from?' }).click();
    const origin = page.getByRole('group', { name: 'Origin of Title' });
    await origin.getByText('← short_title').waitFor();
    await origin.getByRole('link', { name: 'Title', exact: true }).waitFor();
    assert.match((await origin.getByRole('link', { name: 'short_title' }).getAttribute('href')) ?? '', /#short_title$/);
  });
});

describe('A person who sees a new version of a data standard', { skip: withoutBrowser }, () => {
  test('sees the effect of a stricter version of the standard, on the start page too', async () => {
    const { page, service, complaints } = stage;
    const attributes = standard.attributes.map((one) =>
      one.id === 'origin' ? { ...one, requirement: 'required' } : one,
    );
    await (await playAdapter(service)).call('PUT', standardPath, { ...standard, attributes });
    await settle();
    await page.goto(boardPath);
    await section('Most frequent problems')
      .getByRole('row', { name: /^Origin Required, but not mapped/ })
      .waitFor();
    await page.getByText(/^0 of [\d,]+ products are ready$/).waitFor();
    await page.goto('/');
    await page
      .getByRole('group', { name: 'Products on Example shop by readiness' })
      .getByRole('link', { name: /^Incomplete: / })
      .click();
    await rows().nth(1).waitFor();
    assert.match(page.url(), /outcome=incomplete/);
    assert.deepEqual(complaints, []);
  });
});

describe('The screens of readiness', { skip: withoutBrowser }, () => {
  test('have no barriers on the board and in the product, in dark colors and German too', async () => {
    const { browser, service, page } = stage;
    const german = await visit(browser, service.baseUrl, { locale: 'de-DE', colorScheme: 'dark' });
    await german.page.context().addCookies(await page.context().cookies());
    for (const one of [page, german.page])
      for (const path of [boardPath, '/products/pen-2?tab=readiness']) {
        await one.goto(path);
        await one.getByText(/pen-2/).first().waitFor();
        await one.waitForLoadState('networkidle');
        assert.deepEqual(await violations(one), [], path);
        for (const width of [1024, 390]) {
          await one.setViewportSize({ width, height: 800 });
          assert.equal(await sidewaysOf(one), 0, `${path} at ${width} pixels`);
        }
      }
    await german.page.getByRole('group', { name: 'Werte auf dem Kanal' }).waitFor();
  });

  test('have their tabs and parts in one line on a phone, with the open one in view', async () => {
    const { page } = stage;
    await page.setViewportSize({ width: 390, height: 800 });
    for (const [path, name] of [
      ['/channels/example-shop?tab=mapping', 'Mapping'],
      ['/channels/example-shop?tab=accounts', 'Accounts'],
      ['/settings?tab=sign-on', 'Single sign-on'],
    ] as const) {
      await page.goto(path);
      const tab = page.getByRole('tab', { name, selected: true });
      await tab.waitFor();
      assert.ok(await isInView(tab), path);
      const boxes = await Promise.all((await page.getByRole('tab').all()).map((one) => one.boundingBox()));
      assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, path);
    }
    await page.goto('/channels/example-shop?tab=standard&part=versions');
    const part = page.locator('label').filter({ hasText: 'Versions' });
    await part.waitFor();
    assert.ok(await isInView(part));
  });
});
