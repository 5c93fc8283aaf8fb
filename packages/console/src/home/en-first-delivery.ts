const products = (count: string | undefined) =>
  count === undefined ? 'Products' : count === '1' ? '1 product' : `${count} products`;

export const enFirstDelivery = {
  title: 'First delivery',
  subtitle: (channel: string) => `Bring your products to ${channel} step by step`,
  noChannel: 'Bring your products to a channel step by step',
  progress: (done: string, all: string) => `${done} of ${all} done`,
  doneTitle: (isPartial: boolean): string =>
    isPartial ? 'Your first products are delivered' : 'Your first delivery is complete',
  doneSubtitle: (channel: string, isPartial: boolean) =>
    isPartial ? `${channel} has not accepted all products` : `${channel} has received your products`,
  partly: (accepted: string, all: string) => `${accepted} of ${all} products delivered`,
  dismiss: 'Dismiss these steps',
  place: 'The adapter reports for this account:',
  states: { done: 'done', open: 'to do', running: 'in progress', failed: 'failed', waiting: 'later' },
  import: {
    title: 'Import',
    done: (count: string) => (count === '1' ? '1 product is stored' : `${count} products are stored`),
    open: 'Import a file with your products, or create a product',
    action: 'Import products',
    show: 'Products',
  },
  define: {
    title: 'Define',
    done: 'Attributes have types',
    open: 'Set the types of your attributes: numbers, dates, lists of values',
    waiting: 'An import creates your attributes',
    action: 'Define attributes',
    show: 'Attributes',
  },
  connect: {
    title: 'Connect',
    done: 'An account is connected',
    open: 'Connect an account',
    running: 'The adapter is checking the account',
    failed: 'The adapter refused the account',
    waiting: 'No channel is available yet. An operator has to add one first.',
    action: 'Connect',
    show: 'Accounts',
  },
  map: {
    title: 'Map',
    done: 'A mapping is published',
    open: 'Map your attributes to the data standard; suggestions help',
    running: '',
    failed: '',
    waiting: '',
    action: 'Map attributes',
    show: 'Mapping',
  },
  fix: {
    title: 'Fix',
    done: () => 'All products are ready',
    open: (count: string) => (count === '1' ? '1 product has problems' : `${count} products have problems`),
    running: () => 'The products are being checked',
    failed: () => '',
    waiting: () => 'Problems appear when a mapping is published',
    action: 'Fix problems',
    show: 'Readiness',
  },
  submit: {
    title: 'Submit',
    done: (count: string | undefined) => `${products(count)} submitted`,
    open: (count: string | undefined) =>
      count === undefined ? 'Submit your products' : `${products(count)} ${count === '1' ? 'is' : 'are'} ready`,
    running: () => '',
    failed: () => '',
    waiting: () => 'No products can be submitted yet',
    action: 'Submit products',
    show: 'Submissions',
  },
  delivery: {
    title: 'Delivery',
    done: 'The products were delivered',
    open: '',
    running: 'The adapter is delivering the products',
    failed: 'No product was accepted',
    waiting: 'Nothing has been delivered yet',
    action: 'Show the submission',
  },
};
export type FirstDeliveryTexts = typeof enFirstDelivery;
