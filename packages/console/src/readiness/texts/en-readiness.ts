import { enProblemCodes } from './en-problem-codes.ts';

const products = (count: number, text: string) => (count === 1 ? '1 product' : `${text} products`);

export const enReadiness = {
  outcomes: {
    ready: 'Ready',
    incomplete: 'Incomplete',
    invalid: 'Invalid',
    unmapped: 'Not mapped',
    checking: 'Checking',
  },
  outcomeHints: {
    ready: 'All required values are present and valid',
    incomplete: 'Required values are missing',
    invalid: 'Complete, but some values are not allowed',
    unmapped: 'There is no published mapping or no channel category',
    checking: 'The product or the mapping has just changed',
  },
  byOutcome: (channel: string) => `Products on ${channel} by readiness`,
  segment: (outcome: string, count: number, text: string) => `${outcome}: ${products(count, text)}`,
  readyOf: (ready: string, total: number, text: string) =>
    total === 1 ? `${ready} of 1 product is ready` : `${ready} of ${text} products are ready`,
  none: 'No mapping published yet',
  noneText:
    'Map your attributes to the data standard of this channel and publish the mapping. Then each product shows what it lacks.',
  openMapping: 'Open mapping',
  pending: (count: number, text: string) =>
    count === 1 ? '1 product is still being checked' : `${text} products are still being checked`,
  pass: (done: string, total: string) => `${done} of ${total} products checked`,
  passLabel: 'Check of all products',
  refresh: 'Check all again',
  refreshed: 'The check has started',
  problems: 'Most frequent problems',
  noProblems: 'No problems.',
  wholeProduct: 'Whole product',
  target: 'Attribute',
  problem: 'Problem',
  count: 'Products',
  show: (target: string, problem: string) => `Show products: ${target}: ${problem}`,
  showShort: 'Show products',
  fixShort: { targets: 'Fix formula', maps: 'Fix value map', categories: 'Fix categories' },
  byCategory: 'By category',
  list: 'Products by readiness',
  all: 'All',
  withProblem: (problem: string) => `With the problem ${problem}`,
  inCategory: (category: string) => `In the category ${category}`,
  clearFilter: 'Show all products',
  noProducts: 'No product matches.',
  product: 'Product',
  outcome: 'Readiness',
  filled: 'Required values',
  filledOf: (filled: string, required: string) => `${filled} of ${required}`,
  lacks: 'Problems',
  moreProblems: (count: string) => `and ${count} more`,
  row: (number: string) => `Row ${number}`,
  codes: enProblemCodes as Record<string, string>, // any code that the service returns is looked up
  grid: {
    view: 'What to show',
    views: { problems: 'Problems', values: 'Values' },
    label: 'Values by product',
    columns: 'Attributes',
    columnsHint: (count: string) => `The columns of the table, at most ${count}`,
  },
  channel: 'Channel',
  noChannels: 'No channel has a data standard yet',
  noChannelsText:
    'Connect an account of a channel that has a data standard. Then this page shows what the product lacks there.',
  category: 'Channel category',
  noCategory: 'none',
  reasons: {
    override: 'set for this product',
    otherwise: 'by the default of the mapping',
    rule: (number: string, formula: string) => `by rule ${number}: ${formula}`,
    map: (number: string, formula: string, map: string) => `by rule ${number}: value map ${map} for ${formula}`,
  },
  chooseCategory: 'Set category',
  categorySaved: 'Category saved',
  categoryHint: 'Only for this product on this channel. If empty, the rules of the mapping decide.',
  productProblems: 'Problems',
  noProductProblems: 'No problems. The product can be submitted to this channel.',
  values: 'Values on the channel',
  value: 'Value',
  source: 'Comes from',
  sources: {
    override: 'Set for this product',
    mapping: 'Mapping',
    standard: 'Formula of the standard',
    empty: 'Left empty',
    unmapped: 'Not mapped',
  },
  attributes: 'Your attributes',
  noValue: 'no value',
  set: (name: string) => `Set ${name} for this product`,
  setShort: 'Set value',
  setHint: 'Only for this product on this channel. The formula of the mapping is not used.',
  setLines: 'One value per line.',
  setJson: 'Rows as JSON, in the channel shape.',
  notJson: 'This is not a row or a list of rows in JSON.',
  saved: (name: string) => `${name} set for this product`,
  reset: 'Use the mapping again',
  removed: (name: string) => `${name} comes from the mapping again`,
  shape: 'As the channel receives it',
  showShape: 'Show as the channel receives it',
  standing: 'On the channel',
  readyWhen: 'Let products become Ready automatically',
  readyWhenHint:
    'Products on the channel that fulfil the standard become Ready, and others return to In progress. You can hold single products.',
  readyWhenSaved: {
    valid: 'Products become Ready automatically',
    marked: 'Products become Ready when someone marks them',
  },
  hold: 'Hold product',
  release: 'Release product',
  held: 'Held: it is not submitted',
  heldNow: 'Product held',
  releasedNow: 'Product released',
  wayBack: 'Where does this come from?',
  noTarget: (channel: string) => `This is not an attribute of the data standard of ${channel}.`,
  originOf: (name: string) => `Origin of ${name}`,
  trend: {
    title: 'Trend',
    label: (channel: string) => `Products by readiness for ${channel}, day by day`,
    summary: (first: string, before: string, last: string, now: string) =>
      `${before} ready on ${first}, ${now} ready on ${last}`,
    table: 'Show as a table',
    day: 'Day',
  },
  onChannel: 'Show these products on the channel, with their status and actions',
  preview: {
    ready: (count: number, text: string) =>
      count === 1 ? '1 product is ready for the channel' : `${text} products are ready for the channel`,
    unchanged: (count: number, text: string) =>
      `${products(count, text)} unchanged since the last submission, and not submitted`,
    unchangedSent: (count: number, text: string) =>
      `${products(count, text)} unchanged since the last submission, and submitted again`,
    includeUnchanged: (count: number, text: string) =>
      count === 0
        ? 'Submit unchanged products again'
        : count === 1
          ? 'Submit 1 product again that the channel already has in this form'
          : `Submit ${text} products again that the channel already has in this form`,
    allowInvalid: (count: number, text: string) =>
      count === 0
        ? 'Submit products that are not ready'
        : count === 1
          ? 'Submit 1 product that is not ready'
          : `Submit ${text} products that are not ready`,
    allowInvalidHint:
      'Values are missing or invalid. The channel accepts such products, checks them itself and may reject them.',
    checking: (count: number, text: string) => `${products(count, text)} still to be checked`,
    held: (count: number, text: string) => `${products(count, text)} held`,
    notReady: (count: number, text: string) => `${products(count, text)} not ready, mostly because of:`,
    gated: 'Products that are not ready or held are skipped.',
    onlyHeld: 'Products that are not ready are submitted, held ones are skipped.',
    notGated: 'This channel receives them anyway.',
    nothing: 'None of these products would be submitted.',
  },
  error: 'Error',
  warning: 'Warning',
};
export type ReadinessTexts = typeof enReadiness;
