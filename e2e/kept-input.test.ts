import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Dialog, Page } from 'playwright-core';
import { untilTrue } from './support/accessible-screens.ts';
import { inviteColleague } from './support/colleague.ts';
import { withoutBrowser } from './support/browser.ts';
import { signIn, visit } from './support/console-visit.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const { baseUrl, secret } = stage.service;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path} ${answer.status}`);
  return answer;
}
const send = (...products: object[]) => call('POST', '/api/import/v1/feeds/master', { products });
async function stored(productId: string): Promise<Record<string, unknown>> {
  const { product } = (await (await call('GET', `/api/products/v1/products/${productId}`)).json()) as {
    product: Record<string, unknown>;
  }; // the contract declares this type
  return product;
}
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const edit = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();

describe('A person who types on while a value is saved', { skip: withoutBrowser }, () => {
  test('keeps what they type while the value is being saved, saves another value meanwhile, and saves what they typed next', async () => {
    const { page } = stage;
    await send({ __ID: 'typing', __NAME: 'Typing', __FAMILY: 'a' });
    await page.goto('/products/typing');
    const sending = Promise.withResolvers<void>();
    await page.route(/feeds\/master/, async (route) => {
      await sending.promise;
      await route.continue();
    });
    await edit(page, 'Family');
    await box(page, 'Family').fill('a b');
    await page.getByRole('button', { name: 'Save' }).click();
    await box(page, 'Family').press('End');
    await box(page, 'Family').pressSequentially(' c');
    await edit(page, 'Name');
    await box(page, 'Name').fill('Typed');
    await box(page, 'Name').press('Enter');
    sending.resolve();
    await page.getByText('Version 3').waitFor(); // both are saved
    await box(page, 'Name').waitFor({ state: 'detached' });
    await page.unroute(/feeds\/master/);
    const { __NAME: name, __FAMILY: family } = await stored('typing');
    assert.deepEqual([name, family], ['Typed', 'a b']);
    assert.equal(await box(page, 'Family').inputValue(), 'a b c');
    await page.getByRole('button', { name: 'Save' }).click();
    await box(page, 'Family').waitFor({ state: 'detached' });
    assert.equal((await stored('typing'))['__FAMILY'], 'a b c');
  });
});

describe('A person who edits texts', { skip: withoutBrowser }, () => {
  before(async () => {
    if (withoutBrowser) return;
    const definition = { compositeAttribute: null, type: { id: 'string', multiValue: false } };
    const listOfValues = Array.from({ length: 249 }, (_, index) => `Country ${index}`);
    await call('PUT', '/api/datastandards/v1/datastandards/attributes', [
      { ...definition, id: 'story', name: 'Story' },
      { ...definition, id: 'notes', name: 'Notes', type: { id: 'string', multiValue: true } },
      { ...definition, id: 'country', name: 'Country', restriction: { listOfValues } },
    ]);
    await send({
      __ID: 'texts',
      __NAME: 'Texts',
      __FAMILY: 'old',
      story: 'Line 1\r\nLine 2\r\n',
      notes: ['a\r\nb', 'c\rd'],
      country: 'Country 3',
    });
  });

  test('changes nothing of the line ends of a text, and a line of their own gets the same', async () => {
    const { page } = stage;
    await page.goto('/products/texts');
    await edit(page, 'Story');
    await box(page, 'Story').press('Control+End');
    await box(page, 'Story').pressSequentially('!');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Story saved').waitFor();
    assert.equal((await stored('texts'))['story'], 'Line 1\r\nLine 2\r\n!');
    await edit(page, 'Notes');
    await box(page, 'Notes 1').press('Control+End');
    await box(page, 'Notes 1').press('Enter');
    await box(page, 'Notes 1').pressSequentially('new');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Notes saved').waitFor();
    assert.deepEqual((await stored('texts'))['notes'], ['a\r\nb\r\nnew', 'c\rd']);
  });

  test('saves a text of one line with Enter, which adds no line end', async () => {
    const { page } = stage;
    await edit(page, 'Family');
    await box(page, 'Family').fill('MH02');
    await box(page, 'Family').press('Enter');
    await page.getByText('Family saved').waitFor();
    assert.equal((await stored('texts'))['__FAMILY'], 'MH02');
  });

  test('is asked before Esc discards a form', async () => {
    const { page } = stage;
    await edit(page, 'Name');
    await box(page, 'Name').fill('A long name');
    let asked = 0;
    page.once('dialog', (question) => {
      asked += 1;
      void question.dismiss();
    });
    await box(page, 'Name').press('Escape');
    assert.equal(asked, 1);
    assert.equal(await box(page, 'Name').inputValue(), 'A long name');
    page.once('dialog', (question) => void question.accept());
    await box(page, 'Name').press('Escape');
    await box(page, 'Name').waitFor({ state: 'detached' });
    assert.equal((await stored('texts'))['__NAME'], 'Texts');
  });

  test('sees that a long list of choices has more, and finds them by typing', async () => {
    const { page } = stage;
    await edit(page, 'Country');
    const choice = page.getByRole('combobox', { name: 'Country', exact: true });
    await choice.fill('Country');
    await page.getByRole('option', { name: '149 more: type to find them' }).waitFor({ state: 'attached' });
    await choice.fill('Country 248');
    await page.getByRole('option', { name: 'Country 248' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Country saved').waitFor();
    assert.equal((await stored('texts'))['country'], 'Country 248');
  });
});

describe('A person who edits a date', { skip: withoutBrowser }, () => {
  test('keeps a stored date while a new one is incomplete, and can still remove it', async () => {
    const { page } = stage;
    await call('PUT', '/api/datastandards/v1/datastandards/attributes', [
      { id: 'day', name: 'Day', compositeAttribute: null, type: { id: 'date', multiValue: false } },
    ]);
    await send({ __ID: 'dated', day: '2026-01-15' });
    await page.goto('/products/dated');
    await edit(page, 'Day');
    const day = page.getByLabel('Day', { exact: true });
    await day.press('Backspace'); // clears only the month
    await day.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await day.and(page.locator(':invalid')).waitFor();
    await day.press('Escape');
    await day.waitFor({ state: 'detached' });
    assert.equal((await stored('dated'))['day'], '2026-01-15');
    await edit(page, 'Day');
    await day.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Day saved').waitFor();
    assert.equal((await stored('dated'))['day'], undefined);
  });
});

describe('A person who types into a dialog', { skip: withoutBrowser }, () => {
  test('is asked before a dialog or its Cancel button discards what was typed, and not without input', async () => {
    const { page } = stage;
    await page.goto('/settings?tab=keys');
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await page.getByRole('button', { name: 'New key' }).click();
      await dialog.getByLabel('Name').waitFor();
    };
    const questions: string[] = [];
    const refuse = (question: Dialog) => {
      questions.push(question.message());
      void question.dismiss();
    };
    page.on('dialog', refuse);
    await open();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(questions, []);
    await open();
    await dialog.getByLabel('Name').fill('Feed of the shop');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(questions.length, 2);
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Feed of the shop');
    await dialog.getByLabel('Name').fill('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(questions.length, 2);
    page.off('dialog', refuse);
  });
});

describe('A person whose access changes while they type', { skip: withoutBrowser }, () => {
  let victim: Page;
  let personId: string;

  async function own(method: string, path: string, body?: unknown): Promise<unknown> {
    return stage.page.evaluate(
      async (ask: { method: string; path: string; body: string | undefined }) => {
        const answer = await fetch(ask.path, {
          method: ask.method,
          headers: { 'pimento-client': 'demo', 'content-type': 'application/json' },
          ...(ask.body === undefined ? {} : { body: ask.body }),
        });
        return answer.status === 204 ? null : answer.json();
      },
      { method, path, body: body === undefined ? undefined : JSON.stringify(body) },
    );
  }

  before(async () => {
    if (withoutBrowser) return;
    await send({ __ID: 'shared', __NAME: 'Shared' });
    // Edda is a member of two clients, because losing the last role ends the session.
    await own('POST', '/console/clients', { clientId: 'spare', name: 'Spare' });
    const edda = { email: 'edda@example.com', name: 'Edda', role: 'editor' } as const;
    const login = await inviteColleague(stage.page, edda);
    await inviteColleague(stage.page, edda, 'spare');
    // the contract declares this type
    const { members } = (await own('GET', '/console/members')) as { members: { personId: string; email: string }[] };
    personId = members.find(({ email }) => email === edda.email)?.personId ?? '';
    const { baseUrl } = stage.service;
    victim = (await visit(stage.browser, baseUrl, { permissions: ['clipboard-read', 'clipboard-write'] })).page;
    await signIn(victim, login);
  });

  test('and becomes a viewer keeps the text, is told, and saves it when they may edit again', async () => {
    await victim.goto('/products/shared?client=demo');
    await edit(victim, 'Name');
    await box(victim, 'Name').fill('Typed before');
    await own('PUT', `/console/members/${personId}`, { role: 'viewer' });
    await victim.getByRole('button', { name: 'Save' }).click();
    await victim
      .getByRole('alert')
      .getByText(/^You can no longer edit /)
      .waitFor();
    assert.equal(await box(victim, 'Name').inputValue(), 'Typed before');
    await own('PUT', `/console/members/${personId}`, { role: 'editor' });
    await victim.getByRole('button', { name: 'Save' }).click();
    await victim.getByText('Name saved').waitFor();
    assert.equal((await stored('shared'))['__NAME'], 'Typed before');
  });

  test('and is removed keeps the text and can copy it; the screen goes when they discard it', async () => {
    await edit(victim, 'Name');
    await box(victim, 'Name').fill('Typed after');
    await own('DELETE', `/console/members/${personId}`);
    await victim.getByRole('button', { name: 'Save' }).click();
    const alert = victim.getByRole('alert').filter({ hasText: /^You no longer have access to / });
    await alert.waitFor();
    assert.equal(await box(victim, 'Name').inputValue(), 'Typed after');
    await alert.getByRole('button', { name: 'Copy my text' }).click();
    await alert.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await victim.evaluate('navigator.clipboard.readText()'), 'Name:\nTyped after');
    victim.once('dialog', (question) => void question.accept());
    await victim.getByRole('button', { name: 'Cancel' }).click();
    await box(victim, 'Name').waitFor({ state: 'detached' });
    await alert.waitFor({ state: 'detached' });
  });
});

describe('A person who changes several values of a product', { skip: withoutBrowser }, () => {
  test('saves none of them while one has a conflict or is wrong', async () => {
    const { page } = stage;
    await send({ __ID: 'many', __NAME: 'Many', __FAMILY: 'old', netWeight: '1' });
    await page.goto('/products/many');
    for (const [name, text] of Object.entries({ Name: 'Mine', Family: 'mine', 'Net weight': 'heavy' })) {
      await edit(page, name);
      await box(page, name).fill(text);
    }
    const bar = page.getByRole('region', { name: 'Changes of several values' });
    await bar.getByText('3 changes').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0);
    await send({ __ID: 'many', __FAMILY: 'theirs' });
    await box(page, 'Name').press('Enter');
    const conflict = page.getByRole('alert').filter({ hasText: 'Family was changed by someone else' });
    await conflict.waitFor();
    assert.ok(await bar.getByRole('button', { name: 'Save all' }).isDisabled());
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await bar.getByRole('button', { name: 'Save all' }).click();
    await bar.getByText('Nothing was saved. Correct first:').waitFor();
    assert.equal((await stored('many'))['__NAME'], 'Many');
    await bar.getByRole('button', { name: 'Net weight' }).click();
    await box(page, 'Net weight').and(page.locator(':focus')).fill('2');
  });

  test('is asked once before all of them are lost, and keeps them by staying', async () => {
    const { page } = stage;
    const bar = page.getByRole('region', { name: 'Changes of several values' });
    let asked = 0;
    const answer = (question: Dialog) => {
      asked += 1;
      void (asked === 1 ? question.dismiss() : question.accept());
    };
    page.on('dialog', answer);
    await Promise.all([
      page.waitForEvent('dialog'),
      page.getByRole('link', { name: 'Products', exact: true }).first().click(),
    ]);
    await bar.getByText('3 changes').waitFor();
    assert.deepEqual([asked, new URL(page.url()).pathname], [1, '/products/many']);
    await bar.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('3 values saved').waitFor();
    assert.deepEqual(await stored('many'), { __ID: 'many', __NAME: 'Mine', __FAMILY: 'mine', netWeight: '2' });
    for (const name of ['Name', 'Family']) {
      await edit(page, name);
      await box(page, name).fill('lost');
    }
    await page.getByRole('link', { name: 'Products', exact: true }).first().click();
    await page.waitForURL(/\/products(\?|$)/);
    assert.equal(asked, 2);
    page.off('dialog', answer);
  });

  test('has no conflict in an input without a change, which follows what a colleague has stored', async () => {
    const { page } = stage;
    await page.goto('/products/many');
    await page.getByRole('button', { name: 'Edit all in Basics' }).click();
    await box(page, 'Name').fill('Ours');
    await send({ __ID: 'many', __NAME: 'Theirs', __FAMILY: 'newer' });
    await box(page, 'Name').press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Name was changed by someone else' }).waitFor();
    await untilTrue(page, `document.querySelector('[data-field=__FAMILY] textarea')?.value === 'newer'`);
    const bar = page.getByRole('region', { name: 'Changes of several values' });
    await bar.getByRole('button', { name: 'Name', exact: true }).waitFor();
    assert.equal(await bar.getByRole('button', { name: 'Family', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await bar.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('1 value saved').waitFor();
    const { __NAME, __FAMILY } = await stored('many');
    assert.deepEqual([__NAME, __FAMILY], ['Ours', 'newer']);
  });
});
