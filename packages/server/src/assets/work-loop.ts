/** Work in the background that is done piece by piece until there is none. */
export interface WorkLoop extends AsyncDisposable {
  /** Looks for work now. */
  wake: () => void;
  /** Resolves when there was none left. */
  idle: () => Promise<void>;
}

/**
 * @param doNext one piece; false where there was none
 * @param onError told about a piece that failed; the loop rests until it is woken again
 */
export function createWorkLoop(doNext: () => Promise<boolean>, onError: (error: unknown) => void): WorkLoop {
  let running: Promise<void> | undefined;
  let isAsked = false;
  let isStopping = false;

  async function run(): Promise<void> {
    try {
      do {
        isAsked = false;
        while (!isStopping && (await doNext()));
      } while (isAsked && !isStopping);
    } catch (error) {
      if (!isStopping) onError(error);
    }
    running = undefined;
  }

  const wake = () => {
    isAsked = true;
    if (!isStopping) running ??= run();
  };
  return {
    wake,
    async idle() {
      wake();
      while (running) await running;
    },
    async [Symbol.asyncDispose]() {
      isStopping = true;
      await running;
    },
  };
}
