import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '@pimento/contract';
import { deNotices } from '../../src/i18n/de-notices.ts';
import { enNotices } from '../../src/i18n/en-notices.ts';
import { createFormats } from '../../src/i18n/formats.ts';
import { draftOf } from '../../src/notices/notice-draft.ts';
import { targetOf } from '../../src/notices/notice-target.ts';
import { noticeText } from '../../src/notices/notice-text.ts';

const common = {
  noticeId: 'n',
  first: '2026-03-10T00:00:00.000Z',
  last: '2026-03-10T00:00:00.000Z',
  read: false,
};
const failed = (count: number): Notice => ({
  ...common,
  count,
  kind: 'import-failed',
  subject: { jobRef: 'j1', failed: false, rejected: 1 },
});
const returned = (count: number): Notice => ({
  ...common,
  count,
  kind: 'submission-returned',
  subject: { channelId: 'a/b', channelName: 'Shop', submissionId: 's1', operation: 'withdraw', products: 2_000 },
});
const quota: Notice = {
  ...common,
  count: 1,
  kind: 'quota-near',
  subject: { quota: 'fileBytes', used: 950_000_000, max: 1_000_000_000 },
};

test('one occurrence is described and linked itself, several by their number and a list', () => {
  const english = (notice: Notice) => noticeText(enNotices, createFormats('en'), notice);
  const german = (notice: Notice) => noticeText(deNotices, createFormats('de'), notice);
  assert.equal(english(failed(1)), 'An import rejected 1 product');
  assert.equal(english(failed(1_200)), '1,200 imports failed or rejected products');
  assert.equal(english(returned(1)), 'Shop did not accept the withdrawal of 2,000 products');
  assert.equal(german(returned(1)), 'Shop hat die Rücknahme von 2.000 Produkten nicht angenommen');
  assert.equal(german(quota), 'Ein Kontingent ist fast ausgeschöpft: 950 MB von 1 GB an Dateien');
  assert.deepEqual(targetOf(failed(1)), { to: '/imports/j1' });
  assert.deepEqual(targetOf(failed(2)), { to: '/imports' });
  assert.deepEqual(targetOf(quota), { to: '/settings', search: { tab: 'storage' } });
  assert.deepEqual(targetOf(returned(2)), { to: '/submissions', search: { channelId: 'a/b' } });
});

test('language and time zone are those of the browser until settings are saved', () => {
  const stored = {
    ways: {} as Parameters<typeof draftOf>[0]['ways'], // the tested function does not read `ways`
    silentMinutes: 60,
    language: 'en',
    timeZone: 'UTC',
    digestHour: 7,
    canMail: true,
    email: 'a@b.test',
    mailProblem: null,
  } as const;
  const browser = { language: 'de', timeZone: 'Europe/Berlin' } as const;
  const { language, timeZone } = draftOf({ ...stored, saved: false }, browser);
  assert.deepEqual([language, timeZone], ['de', 'Europe/Berlin']);
  assert.equal(draftOf({ ...stored, saved: true }, browser).timeZone, 'UTC');
});
