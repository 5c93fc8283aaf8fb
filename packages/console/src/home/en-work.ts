const products = (count: string) => (count === '1' ? '1 product' : `${count} products`);
const is = (count: string) => (count === '1' ? 'is' : 'are');

/** English texts of the work list. The parameters are formatted numbers, days and names. */
export const enWork = {
  title: 'Needs attention',
  none: 'Nothing needs your attention',
  noneText: 'Failed imports, rejected products and lost connections are shown here.',
  orMore: (count: string) => `${count} or more`,
  accounts: (account: string, channel: string) => `The account ${account} on ${channel} is not connected`,
  manyAccounts: (count: string, channel: string) => `${count} accounts on ${channel} are not connected`,
  imports: (count: string) => (count === '1' ? '1 import with errors' : `${count} imports with errors`),
  importsText: 'Failed, or with rejected products, in the last 7 days',
  rejected: (count: string, channel: string) => `${channel} rejected ${products(count)}`,
  returned: (count: string, channel: string) => `${channel} returned ${products(count)}`,
  returnedText: 'Fix them, then submit them again',
  notReady: (count: string, channel: string) => `${products(count)} ${is(count)} not ready for ${channel}`,
  more: (count: string) => `${count} more than before`,
  fewer: (count: string) => `${count} fewer than before`,
  same: 'As many as before',
  notReadyText: 'They do not fulfil the data standard yet',
  downloads: (count: string) =>
    count === '1' ? '1 file could not be downloaded' : `${count} files could not be downloaded`,
  downloadsText: 'Fix the addresses, or try again',
  notices: (count: string) => (count === '1' ? '1 unread notice' : `${count} unread notices`),
  noticesText: 'In your inbox',
  /** The description of a trend for screen readers. */
  trend: (days: string, highest: string, day: string) => `Last ${days} days: peak of ${highest} on ${day}`,
  noTrend: (days: string) => `Last ${days} days: none`,
  unknownTrend: 'No figures yet',
};
export type WorkTexts = typeof enWork;
