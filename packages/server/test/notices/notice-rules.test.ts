import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '@pimento/contract';
import { mailDueAt } from '../../src/notices/inbox/mail-schedule-rules.ts';
import { judgeFailure } from '../../src/notices/mail/mail-outcome-rules.ts';
import { noticeMail } from '../../src/notices/mail/notice-mail-rules.ts';
import { continueWatch, silentMinutesOf } from '../../src/notices/sources/silence-rules.ts';

const at = (time: string) => new Date(`2026-03-${time}Z`);

test('a daily e-mail is due at the hour of the time zone, also on the day on which clocks change', () => {
  const berlin = { timeZone: 'Europe/Berlin', digestHour: 7 };
  assert.deepEqual(mailDueAt('digest', at('10T05:59:00'), berlin), at('10T06:00:00'));
  assert.deepEqual(mailDueAt('digest', at('10T06:00:00'), berlin), at('11T06:00:00'));
  assert.deepEqual(mailDueAt('digest', at('28T12:00:00'), berlin), at('29T05:00:00'));
  assert.deepEqual(mailDueAt('mail', at('10T05:59:00'), berlin), at('10T06:00:00'));
});

test('the silence of an adapter counts only while this service could take its calls', () => {
  const watch = { since: at('10T10:00:00'), checkedAt: at('10T12:00:00') };
  assert.equal(silentMinutesOf(at('10T11:00:30'), watch), 59);
  assert.equal(silentMinutesOf(at('09T00:00:00'), watch), 120);
  assert.equal(silentMinutesOf(at('10T12:30:00'), watch), 0);
  assert.deepEqual(continueWatch(watch, at('10T12:01:00')), { since: watch.since, checkedAt: at('10T12:01:00') });
  assert.deepEqual(continueWatch(watch, at('10T12:10:00')), {
    since: at('10T12:10:00'),
    checkedAt: at('10T12:10:00'),
  });
});

test('an e-mail to an unreachable server is tried again and again, one to a rejected address five times', () => {
  const minutes = (code: number | undefined, tries: number, wasRejected = true) => {
    const { waitMs, ...rest } = judgeFailure(code, { tries, wasRejected });
    return [waitMs === null ? null : waitMs / 60_000, rest.problem, rest.isServerDown];
  };
  assert.deepEqual(minutes(undefined, 1), [1, 'unreachable', true]);
  assert.deepEqual(minutes(undefined, 1_000), [30, 'unreachable', true]);
  assert.deepEqual(minutes(451, 3), [4, 'unreachable', false]);
  assert.deepEqual(minutes(535, 9), [30, 'unreachable', true]);
  assert.deepEqual(minutes(421, 2), [2, 'unreachable', true]);
  assert.deepEqual(minutes(550, 4), [8, 'rejected', false]);
  assert.deepEqual(minutes(550, 5), [null, 'rejected', false]);
  assert.deepEqual(minutes(550, 5, false), [1, 'rejected', false], 'tries during an outage are no rejections');
  assert.equal(judgeFailure(550, { tries: 5, wasRejected: false }).tries, 1);
});

const key = (number: number, name: string): Notice => ({
  noticeId: `n${number}`,
  kind: 'key-expires',
  count: 1,
  first: '2026-03-10T00:00:00.000Z',
  last: '2026-03-10T00:00:00.000Z',
  read: false,
  subject: { keyId: 'k', name, expires: '2026-03-17T12:00:00.000Z' },
});
const person = { email: 'a@b.test', personId: 'p', clientId: 'a&b', clientName: 'A & B', way: 'mail' } as const;

test('an e-mail lists twenty notices in the language and time zone of the person, and names the number of the others', () => {
  const notices = Array.from({ length: 23 }, (_, number) => key(number, 'ERP'));
  const mail = noticeMail(person, notices, { language: 'de', timeZone: 'Asia/Tokyo' }, 'https://p.test');
  assert.equal(mail.subject, 'Pimento: 23 Benachrichtigungen zu A & B');
  const lines = mail.text.split('\n').filter((line) => line.startsWith('- '));
  assert.deepEqual([lines.length, lines[0]], [20, '- Der Schlüssel ERP läuft am 17.03.2026, 21:00 (Asia/Tokyo) ab']);
  assert.match(mail.text, /\nund 3 weitere\n/);
  assert.match(mail.text, /https:\/\/p\.test\/notices\?client=a%26b\n/);
});

test('names cannot add lines or headers to an e-mail, and equal e-mails have equal ids', () => {
  const hostile = `x\r\nBcc: all@b.test\u2028\u202E${'y'.repeat(1_000)}`;
  const settings = { language: 'en', timeZone: 'UTC' } as const;
  const of = (name: string, count = 1) =>
    noticeMail({ ...person, clientName: name }, [{ ...key(1, name), count }], settings, undefined);
  const mail = of(hostile);
  assert.ok(!/[\r\n]/.test(mail.subject));
  assert.deepEqual(
    mail.text.split('\n').filter((line) => line !== '').length,
    2,
    'one line for the client and one for the notice',
  );
  assert.ok(mail.text.length < 1_000 && !mail.text.includes('\u202E'));
  assert.equal(of('a').messageId, of('a').messageId);
  assert.notEqual(of('a').messageId, of('a', 2).messageId);
});
