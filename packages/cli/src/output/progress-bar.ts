export interface ProgressBar {
  /** Adds sent bytes to the progress. */
  advance(bytes: number): void;
  /** Removes the bar from the screen. */
  clear(): void;
}

const barWidth = 24;
const drawEveryMs = 100;

/** Formats a number of bytes, such as `12.3 MB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Formats a progress bar, such as `[######..................] 25 %`. @param share from 0 to 1 */
export function progressBar(share: number): string {
  const done = Math.floor(share * barWidth);
  return `[${'#'.repeat(done)}${'.'.repeat(barWidth - done)}] ${Math.floor(share * 100)} %`;
}

/** Formats the number of sent bytes and the rate as one line. `total` is undefined if the size is unknown. */
export function progressLine(name: string, sent: number, total: number | undefined, elapsedMs: number): string {
  const rate = elapsedMs > 0 ? `  ${bytesText((sent / elapsedMs) * 1000)}/s` : '';
  if (total === undefined || total === 0) return `${name}  ${bytesText(sent)}${rate}`;
  if (sent >= total) return `${name}  all ${bytesText(total)} sent, waiting for the service`;
  return `${name}  ${progressBar(sent / total)}  ${bytesText(sent)} of ${bytesText(total)}${rate}`;
}

/** Creates a progress bar that is shown only if the stream is a terminal. */
export function createProgressBar(stream: NodeJS.WriteStream, name: string, total: number | undefined): ProgressBar {
  if (!stream.isTTY) return { advance: () => undefined, clear: () => undefined };
  const startedAt = performance.now();
  let sent = 0;
  let drawnAt = 0;
  return {
    advance(bytes) {
      sent += bytes;
      const now = performance.now();
      if (now - drawnAt < drawEveryMs && sent !== total) return;
      drawnAt = now;
      stream.write(`\r\u001b[K${progressLine(name, sent, total, now - startedAt).slice(0, stream.columns - 1)}`);
    },
    clear: () => {
      stream.write('\r\u001b[K');
    },
  };
}
