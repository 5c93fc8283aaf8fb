import hooks from 'node:async_hooks';

/**
 * The hook with which `node:test` finds the test to which a promise, a timer or a request belongs. The runner needs it while a file is
 * loaded, so that `test` and `before` find their suite, and for errors that no test waits for. Decision 0069 states what the hook costs.
 */
let hook: hooks.AsyncHook | undefined;

// `node:test` creates its hook with the first suite, so it must be loaded after this module.
const { createHook } = hooks;
hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  hook = createHook(callbacks);
  return hook;
};

// The runner does not know which test caused these errors. It fails the process, but prints only the message.
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    console.error('An error that no test waited for:', error);
  });

/** Makes the runner follow asynchronous work, so that the next file can be loaded. The runner itself does so for the first file. */
export function followWork(): void {
  hook?.enable();
}

/** Makes the runner ignore asynchronous work, after a file was loaded. An error that no test waits for then fails the process. */
export function ignoreWork(): void {
  if (hook === undefined) throw new Error('node:test was loaded before runner-hook.ts, so its hook is not known');
  hook.disable();
}
