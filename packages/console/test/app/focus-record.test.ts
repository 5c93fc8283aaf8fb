import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOnFocus } from '../../src/app/focus-record.ts';

test('elements that receive the focus while the code for it is loaded are recorded, later ones are not', async () => {
  const page = new EventTarget();
  const loading = Promise.withResolvers<string>();
  const started: [string, number][] = [];
  startOnFocus(page, () => loading.promise, {
    start: (code, seen) => started.push([code, seen.length]),
    signal: new AbortController().signal,
  });
  page.dispatchEvent(new Event('focusin'));
  page.dispatchEvent(new Event('focusin'));
  loading.resolve('code');
  await loading.promise;
  await Promise.resolve();
  page.dispatchEvent(new Event('focusin'));
  assert.deepEqual(started, [['code', 2]]);
});

test('code that is loaded after the page was closed does not start', async () => {
  const page = new EventTarget();
  const shown = new AbortController();
  const started: number[] = [];
  startOnFocus(page, () => Promise.resolve('code'), {
    start: (_code, seen) => started.push(seen.length),
    signal: shown.signal,
  });
  page.dispatchEvent(new Event('focusin'));
  shown.abort();
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(started, []);
});
