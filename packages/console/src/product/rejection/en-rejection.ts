export const enRejection = {
  titles: {
    Rejected: (channel: string) => `Rejected by ${channel}`,
    Returned: (channel: string) => `Returned by ${channel}`,
  },
  toFix: (count: number) => (count === 1 ? '1 thing to fix' : `${count} things to fix`),
  changed: 'Changed since, not submitted yet',
  next: (count: string) => `Next product to fix (${count})`,
  submit: (count: number, text: string) =>
    // not only "Submit again", because it may submit products other than the shown one
    `Submit ${count === 1 ? '1 product' : `${text} products`} again`,
};
export type RejectionTexts = typeof enRejection;
