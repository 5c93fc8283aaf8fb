import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '@pimento/client';
import { type CatalogCode, problem } from '@pimento/contract';
import { de } from '../../src/i18n/de.ts';
import { en } from '../../src/i18n/en.ts';
import { problemText } from '../../src/ui/problem-text.ts';

function refusal(code: CatalogCode, params: Record<string, unknown>): ProblemError {
  const { message } = problem(code, params as never); // the tests below pass the parameters of the code
  const texts = { type: 'about:blank', title: '', detail: message, message, requestId: 'r' };
  return new ProblemError({ ...texts, status: 401, code, params });
}

test('each kind of a refused password has its own text, not that of a failed sign-in', () => {
  assert.equal(problemText(en, refusal('sign-in-failed', { kind: 'wrong' })), 'Wrong e-mail address or password.');
  assert.match(problemText(en, refusal('sign-in-failed', { kind: 'old-password' })), /nothing was changed/);
  assert.match(problemText(de, refusal('sign-in-failed', { kind: 'old-password' })), /nichts wurde geändert/);
});

test('only failed sign-ins are answered with a wait of 15 minutes', () => {
  assert.match(problemText(en, refusal('too-many-requests', { kind: 'sign-ins' })), /15 minutes/);
  assert.match(problemText(en, refusal('too-many-requests', { kind: 'mails', max: 10 })), /tomorrow/);
  assert.match(problemText(de, refusal('too-many-requests', { kind: 'exports', max: 4 })), /4 Exporte/);
});

test('the faults of an invalid body are named once', () => {
  const params = { kind: 'members', faults: [{ path: '/search', fault: { rule: 'unknown-members', members: ['x'] } }] };
  const error = refusal('invalid-body', params);
  const errors = [{ code: 'invalid-body', path: '/search', message: 'has the unknown member "x"' }];
  assert.match(error.message, /has the unknown member "x"\.$/);
  assert.equal(problemText(en, new ProblemError({ ...error.problem, errors })), error.message);
});
