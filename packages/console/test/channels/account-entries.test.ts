import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '@pimento/client';
import { type Account, type AccountField, notAccepted, problem } from '@pimento/contract';
import fc from 'fast-check';
import { changedProperties, fieldProblems, startEntries } from '../../src/channels/accounts/account-entries.ts';
import { de } from '../../src/i18n/de.ts';
import { en } from '../../src/i18n/en.ts';

const english = { messages: en, language: 'en' } as const;
const german = { messages: de, language: 'de' } as const;

const field = (id: string, type: AccountField['type']): AccountField => ({
  id,
  name: id,
  type,
  optional: true,
  patterns: [],
});
const fields = [field('url', 'string'), field('token', 'password')];
const account = {
  accountId: 'A-1',
  name: 'Shop',
  properties: { url: { set: true, value: 'https://shop' }, token: { set: true, value: null } },
  fieldErrors: [{ fieldId: 'token', message: 'expired' }],
} as unknown as Account; // the tested functions read only these properties

const entry = (text: string, removed = false) => ({ text, removed });

test('the form begins with the stored texts and with empty passwords', () => {
  assert.deepEqual(startEntries(fields, account), { url: entry('https://shop'), token: entry('') });
  assert.deepEqual(startEntries(fields, undefined), { url: entry(''), token: entry('') });
});

test('an unchanged form sends no properties', () => {
  assert.deepEqual(changedProperties(fields, account, startEntries(fields, account)), {});
});

test('a password is sent only if it was typed, and a removed one as null', () => {
  const typed = { url: entry('https://shop'), token: entry('secret') };
  assert.deepEqual(changedProperties(fields, account, typed), { token: 'secret' });
  const removed = { url: entry('https://shop'), token: entry('', true) };
  assert.deepEqual(changedProperties(fields, account, removed), { token: null });
});

test('a stored text that was emptied is sent as an empty text', () => {
  assert.deepEqual(changedProperties(fields, account, { url: entry(''), token: entry('') }), { url: '' });
});

test('a new account sends every field that was filled in', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (url, token) => {
      const sent = changedProperties(fields, undefined, { url: entry(url), token: entry(token) });
      const filled = Object.entries({ url, token }).filter(([, text]) => text !== '');
      assert.deepEqual(sent, Object.fromEntries(filled));
    }),
  );
});

const refusalOf = (error: { code: string; path: string; message: string; params?: Record<string, unknown> }) =>
  new ProblemError({
    type: 'about:blank',
    status: 422,
    title: 'Invalid values',
    detail: '',
    message: '',
    requestId: 'r-1',
    code: 'invalid-values',
    errors: [error],
  });

test('a refused request names its fields by JSON pointers', () => {
  const refusal = refusalOf({ code: 'invalid', path: '/properties/a~1b~0c', message: 'too short' });
  assert.deepEqual(fieldProblems(english, refusal, account), { 'a/b~c': 'too short' });
});

test('without a refusal the problems are what the adapter reported last', () => {
  assert.deepEqual(fieldProblems(english, null, account), { token: 'expired' });
  assert.deepEqual(fieldProblems(english, new Error('offline'), account), { token: 'expired' });
  assert.deepEqual(fieldProblems(english, null, undefined), {});
});

test('the problems of fields are shown in the language of the user', () => {
  const refusal = refusalOf({ ...problem('required', { field: 'Token' }), path: '/properties/token' });
  assert.deepEqual(fieldProblems(german, refusal, account), { token: 'Token wird benötigt.' });
  const reported = { ...account, fieldErrors: [{ fieldId: 'token', message: notAccepted }] };
  assert.deepEqual(fieldProblems(german, null, reported), {
    token: 'Der Kanal hat diesen Wert nicht angenommen.',
  });
});
