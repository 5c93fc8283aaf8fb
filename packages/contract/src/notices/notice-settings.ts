import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { timeZone } from '../operation/time-zone.ts';
import { type NoticeKind, noticeKinds } from './notices.ts';

/** How a person is notified. With `mail` and `digest`, notices appear in the inbox as well. */
export const noticeWays = ['off', 'inbox', 'mail', 'digest'] as const;
export type NoticeWay = (typeof noticeWays)[number];
/** Languages of the e-mails. */
export const noticeLanguages = ['en', 'de'] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];

/** Reasons why an e-mail was not delivered. */
export const mailProblems = ['rejected', 'unreachable'] as const;

const way = z.enum(noticeWays);
const ways = z.strictObject(
  Object.fromEntries(noticeKinds.map((kind) => [kind, way])) as Record<NoticeKind, typeof way>, // the object has one entry for each kind
);

const waysDescription =
  'How you are notified of each kind: not at all, in the inbox, also by e-mail within minutes (at most one e-mail an hour), or also in one e-mail a day';

const settings = {
  ways: ways.describe(waysDescription),
  silentMinutes: z
    .number()
    .int()
    .min(5)
    .max(10_080)
    .describe('An adapter is silent after this number of minutes without a call'),
  language: z.enum(noticeLanguages).describe('Language of the e-mails'),
  timeZone: timeZone.describe('Time zone of the times in e-mails, and of the daily e-mail'),
  digestHour: z.number().int().min(0).max(23).describe('Hour of the daily e-mail'),
};
const putSchema = z
  .strictObject({
    ...settings,
    // Consoles that were loaded before an upgrade do not know the newest kinds.
    ways: ways
      .partial({ mentioned: true, 'installation-key-expires': true })
      .describe(`${waysDescription}. A missing kind is not changed`),
  })
  .meta({ id: 'PutNoticeSettings' });
export type NoticeSettingsRequest = z.output<typeof putSchema>;
/** The settings with a way for every kind, including the kinds that a request may omit. */
export type NoticePreferences = Omit<NoticeSettingsRequest, 'ways'> & { ways: z.output<typeof ways> };

export const noticeSettingsSchema = z
  .object({
    ...settings,
    saved: z.boolean().describe('False: you have never set this; these are the defaults'),
    canMail: z.boolean().describe('False: no mail server is configured, so e-mails are not sent'),
    email: z.string().describe('The address of the e-mails'),
    mailProblem: z
      .enum(mailProblems)
      .nullable()
      .describe(
        'Why the last e-mail was not delivered: `rejected`: the mail server does not accept your address; `unreachable`: the mail server could not be reached, and the e-mail will be sent later. Null: no problem is known',
      ),
  })
  .meta({ id: 'NoticeSettings' });
export type NoticeSettings = z.output<typeof noticeSettingsSchema>;

const forMember = {
  tag: 'Notices',
  path: '/console/notice-settings',
  permission: { who: 'member' },
  params: none,
  query: none,
} as const;

export const getNoticeSettings = operation({
  ...forMember,
  id: 'getNoticeSettings',
  method: 'GET',
  summary: 'Get how you are notified for the client',
  answers: { 200: { description: 'The settings', schema: noticeSettingsSchema } },
  problems: [],
});

export const putNoticeSettings = operation({
  ...forMember,
  id: 'putNoticeSettings',
  audit: { object: 'notice-setting', settings: Object.keys(settings) },
  method: 'PUT',
  summary: 'Set how you are notified for the client',
  description:
    'Notices that have not been sent yet follow the new settings. Until they set this, operators who are not members of the client receive only its notices about silent adapters. The kind `installation-key-expires` is for operators only: it is set once for all clients, together with language, time zone and hour of its e-mails.',
  body: putSchema,
  answers: { 200: { description: 'The settings', schema: noticeSettingsSchema } },
  problems: ['invalid-body', 'malformed-json'],
});
