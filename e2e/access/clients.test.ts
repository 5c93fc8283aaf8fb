import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from '../support/browser.ts';
import { inviteColleague } from '../support/colleague.ts';
import { type Login, signIn, visit } from '../support/console-visit.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** Sends a request as the operator, with the session of the page but without using its controls. Returns the body of the response. */
async function meanwhile(path: string, clientId: string, body: unknown, method = 'POST'): Promise<unknown> {
  const call = `fetch(${JSON.stringify(path)}, {
    method: '${method}',
    headers: { 'pimento-client': '${clientId}', 'content-type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify(body))},
  }).then(async (answer) => ({ ok: answer.ok, text: await answer.text() }))`;
  const { ok, text } = await stage.page.evaluate<{ ok: boolean; text: string }>(call);
  assert.ok(ok, text);
  return text === '' ? undefined : JSON.parse(text);
}
const makeClient = (clientId: string, name: string) => meanwhile('/console/clients', 'demo', { clientId, name });
const store = (clientId: string, product: unknown) =>
  meanwhile('/api/import/v1/feeds/master', clientId, { products: [product] });
const letIn = (clientId: string, name: string, role: 'owner' | 'editor' | 'viewer') =>
  inviteColleague(stage.page, { email: `${name.toLowerCase()}@example.com`, name, role }, clientId);
/** Returns the id of the signed-in person. */
const personIn = (page: Page) =>
  page.evaluate(async () => {
    const session = (await (await fetch('/console/session')).json()) as { personId: string }; // the operation declares this type
    return session.personId;
  });
/** Signs in with a separate browser context. Returns the page. */
const arrive = async (login: Login) => {
  const { page } = await visit(stage.browser, stage.service.baseUrl);
  await signIn(page, login);
  return page;
};
/** Simulates a return to the window, and waits until the console has requested the session again. */
const comeBack = async (page: Page) => {
  const read = page.waitForResponse(/\/console\/session$/);
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  await (await read).finished();
};
const atWorkFor = (page: Page, name: string) => page.getByRole('button', { name: `Client: ${name}` }).waitFor();
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Client: / }).click();
  await page.getByRole('menuitem', { name }).click();
};
const type = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Edit Net weight' }).click();
  await page.getByRole('textbox', { name: 'Net weight' }).fill(text);
};

describe('A person who is a member of several clients: unsaved input and tabs', { skip: withoutBrowser }, () => {
  test('stays with the client of the first visit, and keeps typed text, when a client is added whose name sorts before it', async () => {
    const { page } = stage;
    await page.goto('/products/capers-100');
    await atWorkFor(page, 'Demo');
    await type(page, '123');
    await makeClient('aaa', 'AAA');
    await comeBack(page);
    await atWorkFor(page, 'Demo');
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '123');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Net weight saved').waitFor();
    await page.goto('/');
    await atWorkFor(page, 'Demo');
    const later = await page.context().newPage();
    await later.goto('/');
    await atWorkFor(later, 'Demo');
    await later.close();
  });

  test('is asked before a change of the client discards unsaved text', async () => {
    const { page } = stage;
    await store('aaa', { __ID: 'capers-100', __NAME: 'Capers of AAA' });
    await page.goto('/products/capers-100');
    await type(page, '456');
    const asked: string[] = [];
    page.once('dialog', (question) => {
      asked.push(question.message());
      void question.dismiss();
    });
    await choose(page, 'AAA');
    assert.deepEqual(asked, ['Discard your unsaved changes?']);
    await atWorkFor(page, 'Demo');
    assert.equal(await page.getByRole('textbox', { name: 'Net weight' }).inputValue(), '456');
    page.once('dialog', (question) => void question.accept());
    await choose(page, 'AAA');
    await atWorkFor(page, 'AAA');
    await page.getByRole('heading', { level: 1, name: 'Capers of AAA' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Capers in sea salt 100 g' }).waitFor();
    await atWorkFor(page, 'Demo');
  });

  test('finds each of two tabs unchanged after a reload, and every link leads to the same client', async () => {
    const { page } = stage;
    await page.goto('/products/capers-100');
    await page.getByRole('heading', { level: 1, name: 'Capers in sea salt 100 g' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/products');
    await choose(other, 'AAA');
    await other.getByText('1 product', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Capers in sea salt 100 g' }).waitFor();
    await atWorkFor(page, 'Demo');
    await other.reload();
    await other.getByText('1 product', { exact: true }).waitFor();
    await other.getByRole('gridcell', { name: 'capers-100', exact: true }).waitFor();
    const menu = other.getByRole('navigation').getByRole('link', { name: 'Attributes' });
    assert.equal(await menu.getAttribute('href'), '/attributes?client=aaa');
    await other.keyboard.press('Control+k');
    await other.getByRole('dialog').getByRole('textbox').fill('capers');
    await other.getByRole('button', { name: 'Capers of AAA capers-100' }).click();
    await other.waitForURL(/\/products\/capers-100\?client=aaa$/);
    await other.getByRole('heading', { level: 1, name: 'Capers of AAA' }).waitFor();
    // Opens a bookmarked URL that contains no client.
    await other.goto('/products');
    await atWorkFor(other, 'AAA');
    await other.waitForURL(/\/products\?client=aaa$/);
    await other.close();
  });
});

describe('A person who is a member of several clients: links and roles', { skip: withoutBrowser }, () => {
  test('sends a link that shows a colleague the same client, or says that they are not a member and offers their own clients', async () => {
    const { page } = stage;
    const { baseUrl, operator } = stage.service;
    await store('aaa', { __ID: 'one-1', __NAME: 'Only AAA', __CATEGORY: 'Oil & vinegar' });
    await page.goto('/products/one-1?client=aaa');
    await page.getByRole('link', { name: 'Oil & vinegar' }).click();
    await page.getByText('1 product', { exact: true }).waitFor();
    const address = page.url().slice(baseUrl.length);
    const colleague = await arrive(operator);
    await choose(colleague, 'Demo');
    await colleague.goto(address);
    await colleague.getByRole('gridcell', { name: 'one-1', exact: true }).waitFor();
    const { password } = await letIn('demo', 'Vera', 'viewer');
    const { page: vera } = await visit(stage.browser, baseUrl);
    await vera.goto(address);
    await vera.getByLabel('E-mail address').fill('vera@example.com');
    await vera.getByLabel('Password', { exact: true }).fill(password);
    await vera.getByRole('button', { name: 'Sign in' }).click();
    await vera.getByText('You do not have access to the client “aaa”').waitFor();
    await vera.getByRole('main').getByRole('link', { name: 'Demo' }).click();
    await vera.getByRole('heading', { level: 1, name: 'Hello, Vera' }).waitFor();
    await atWorkFor(vera, 'Demo');
  });

  test('sees a message when they are no longer a member of the client, and is not moved to another one', async () => {
    await makeClient('zed', 'Zed');
    const zoe = await arrive(await letIn('zed', 'Zoe', 'editor'));
    await atWorkFor(zoe, 'Zed');
    await letIn('demo', 'Zoe', 'editor');
    await comeBack(zoe);
    await atWorkFor(zoe, 'Zed');
    await meanwhile(`/console/members/${await personIn(zoe)}`, 'zed', undefined, 'DELETE');
    await zoe.getByRole('navigation').getByRole('link', { name: 'Products' }).click();
    await zoe.getByText('You do not have access to the client “zed”').waitFor();
    assert.equal(await zoe.getByRole('main').getByRole('link').count(), 1);
    await zoe.reload();
    await zoe.goto('/products');
    await zoe.getByText('You do not have access to the client “zed”').waitFor();
    await zoe.getByRole('main').getByRole('link', { name: 'Demo' }).click();
    await atWorkFor(zoe, 'Demo');
  });

  test('is asked before they give up their own role, and then sees the console of the new role', async () => {
    const login = await letIn('zed', 'Otto', 'owner');
    await letIn('zed', 'Olga', 'owner');
    const otto = await arrive(login);
    await otto.goto('/settings?tab=members');
    const own = otto.getByRole('combobox', { name: 'Role: Otto' });
    const demote = async () => {
      await own.click();
      await otto.getByRole('option', { name: 'Editor' }).click();
    };
    await demote();
    const question = otto.getByRole('dialog', { name: 'Give up your own role as owner?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await own.inputValue(), 'Owner');
    await demote();
    await question.getByRole('button', { name: 'Become Editor' }).click();
    await otto.getByText('Otto is now Editor').waitFor();
    assert.deepEqual(await otto.getByRole('tab').allTextContents(), ['Profile', 'Notices', 'Storage']);
    assert.equal(await own.count(), 0);
    assert.equal(await otto.getByRole('button', { name: 'Invite member' }).count(), 0);
    assert.equal(await otto.getByRole('alert').filter({ hasText: 'owner' }).count(), 0);
  });
});
