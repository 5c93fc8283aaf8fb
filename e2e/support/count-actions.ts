import assert from 'node:assert/strict';

/** Counts the actions of a user. Call `act` once for each click, each typed text, and each key that is not part of a text. */
export function countActions() {
  let actions = 0;
  return {
    act: async (action: Promise<unknown>) => {
      actions += 1;
      await action;
    },
    atMost: (limit: number) => assert.ok(actions <= limit, `${actions} actions`),
  };
}
