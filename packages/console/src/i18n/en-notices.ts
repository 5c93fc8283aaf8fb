import type { NoticeKind, NoticeLanguage, NoticeSettings, NoticeWay } from '@pimento/contract';

const products = (count: string) => (count === '1' ? '1 product' : `${count} products`);

/** English texts about notices. Only screens that are loaded on demand show them. */
export const enNotices = {
  title: 'Notices',
  subtitle: 'Failures and deadlines that need your attention',
  shown: 'Which notices are shown',
  all: 'All',
  unread: 'Unread',
  settings: 'Settings',
  markAll: 'Mark all as read',
  mark: (text: string) => `Mark as read: ${text}`,
  markRead: 'Mark as read',
  isUnread: 'unread',
  since: (ago: string) => `first ${ago}`,
  none: 'No notices yet',
  noneText: 'Failed imports, products that a channel returned and keys that are about to expire are shown here.',
  noneUnread: 'No unread notices',
  noneUnreadText: 'You have read everything.',
  /** Callers pass numbers and times as formatted texts. */
  texts: {
    importFailed: 'An import failed',
    importRejected: (count: string) => `An import rejected ${products(count)}`,
    imports: (count: string) => `${count} imports failed or rejected products`,
    returned: (channel: string, count: string) => `${channel} did not accept ${products(count)} from a submission`,
    notWithdrawn: (channel: string, count: string) => `${channel} did not accept the withdrawal of ${products(count)}`,
    submissions: (channel: string, count: string) => `${channel} did not accept products from ${count} submissions`,
    account: (account: string, channel: string) => `The account ${account} on ${channel} is not connected`,
    silent: (channel: string, ago: string) => `The adapter of ${channel} last called ${ago}`,
    download: 'A file could not be downloaded',
    downloads: (count: string) => `${count} files could not be downloaded`,
    mention: (author: string, place: string) => `${author} mentioned you in a comment on ${place}`,
    mentions: (count: string, place: string) => `${count} comments on ${place} mention you`,
    onProduct: (id: string) => `the product ${id}`,
    onSubmission: 'a submission',
    key: (name: string, ago: string) => `The API key ${name} expires ${ago}`,
    operatorKey: (name: string, ago: string) => `The operator key ${name} expires ${ago}`,
    adapterKey: (name: string, adapter: string, ago: string) =>
      `The key ${name} of the adapter ${adapter} expires ${ago}`,
    quota: (used: string, max: string, quota: string) => `A quota is almost used up: ${used} of ${max} ${quota}`,
  },
  quotas: {
    products: 'products',
    fileBytes: 'for files',
    bodyBytes: 'for waiting imports',
    keys: 'keys',
    events: 'unacknowledged events',
  } as Partial<Record<string, string>>,
  kinds: {
    'import-failed': 'An import fails or rejects products',
    'submission-returned': 'A channel returns or rejects products',
    'account-disconnected': 'An account is no longer connected',
    'adapter-silent': 'An adapter stops polling',
    'download-failed': 'A file cannot be downloaded',
    mentioned: 'Someone mentions you in a comment',
    'key-expires': 'An API key expires within 7 days',
    'quota-near': 'A quota is 90% used',
    'installation-key-expires': 'The key of an adapter or operator expires within 7 days',
  } satisfies Record<NoticeKind, string> as Record<NoticeKind, string>,
  ways: {
    off: 'Off',
    inbox: 'In the console',
    mail: 'Also by e-mail',
    digest: 'Also in a daily e-mail',
  } satisfies Record<NoticeWay, string> as Record<NoticeWay, string>,
  settingsText: (client: string, email: string) =>
    `How you are notified of what happens at ${client}. E-mails go to ${email}, at most one per hour. Other members are not affected.`,
  noMail: 'E-mails are not available',
  noMailText: 'The operator has not set up a mail server. Notices are shown in the console.',
  mailProblem: 'The last e-mail was not delivered',
  mailProblems: {
    rejected: 'The mail server does not accept your address. Ask the operator to correct it.',
    unreachable: 'The mail server could not be reached. The e-mail will be sent as soon as possible.',
  } satisfies Record<NonNullable<NoticeSettings['mailProblem']>, string> as Record<
    NonNullable<NoticeSettings['mailProblem']>,
    string
  >,
  installation: 'Installation',
  installationText: 'For operators. This choice applies to all clients.',
  silentMinutes: 'Minutes until an adapter counts as silent',
  emails: 'E-mails',
  language: 'Language',
  languages: { en: 'English', de: 'Deutsch' } satisfies Record<NoticeLanguage, string> as Record<
    NoticeLanguage,
    string
  >,
  timeZone: 'Time zone',
  digestHour: 'Time of the daily e-mail',
  saved: 'Settings saved',
};

export type NoticeTexts = typeof enNotices;
