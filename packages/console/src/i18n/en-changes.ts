const products = (count: string) => (count === '1' ? '1 product' : `${count} products`);

/** English texts about definition changes that affect stored values. */
export const enChanges = {
  definitionChange: {
    check: 'Check stored values',
    checking: (names: string) => `Checking the stored values of ${names}`,
    checked: (done: string, all: string) => `${done} of ${all} products checked. Nothing has changed yet.`,
    converting: (names: string) => `Adapting products to the changed definition of ${names}`,
    converted: (done: string, all: string) => `${done} of ${all} products. The new definition already applies.`,
    more: (count: string) => (count === '1' ? '1 more change' : `${count} more changes`),
    cancel: 'Cancel the change',
    cancelled: 'The change was cancelled; nothing has changed.',
    fits: (holders: string) => `All values fit (${products(holders)} with a value).`,
    converts: (count: string) => `${products(count)} will be adapted when you save.`,
    stale: 'The fields have changed since this check.',
  },
};
