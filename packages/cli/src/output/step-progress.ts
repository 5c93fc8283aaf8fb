import { progressBar } from './progress-bar.ts';

/** Shows the progress of a task with several steps. */
export interface StepProgress {
  /** Shows the progress of one step. @param name the name of the step, for example `products` */
  show(name: string, done: number, total: number): void;
  /** Removes the bar from the screen. */
  clear(): void;
}

const linesEveryMs = 5_000;
const number = new Intl.NumberFormat('en');

/** Formats one line, such as `downloads  [######......] 25 %  250 of 1,000`. */
export function stepLine(name: string, done: number, total: number): string {
  // `done` exceeds `total` if items were added after the count.
  const all = Math.max(done, total);
  return `${name.padEnd(9)}  ${progressBar(all === 0 ? 1 : done / all)}  ${number.format(done)} of ${number.format(all)}`;
}

/**
 * Creates a progress bar if the stream is a terminal. Otherwise prints one line at the start and the end of each step, and every few
 * seconds during the step.
 */
export function createStepProgress(stream: NodeJS.WriteStream): StepProgress {
  if (stream.isTTY) {
    return {
      show: (name, done, total) => {
        stream.write(`\r\u001b[K${stepLine(name, done, total).slice(0, stream.columns - 1)}`);
      },
      clear: () => {
        stream.write('\r\u001b[K');
      },
    };
  }
  let last = { name: '', done: -1, at: 0 };
  return {
    show(name, done, total) {
      const now = performance.now();
      const isNew = name !== last.name || (done >= total && done !== last.done);
      if (!isNew && now - last.at < linesEveryMs) return;
      last = { name, done, at: now };
      stream.write(`${name}: ${number.format(done)} of ${number.format(Math.max(done, total))}\n`);
    },
    clear: () => undefined,
  };
}
