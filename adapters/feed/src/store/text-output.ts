import { createWriteStream } from 'node:fs';
import { finished, pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';

const bufferCharacters = 64 * 1024;

/** A file that is written in chunks. `write` waits for a slow disk, and `close` flushes the file to the disk. */
export class TextOutput {
  readonly file: string;
  readonly #stream: Writable;
  readonly #ended: Promise<unknown>;
  #pending: string[] = [];
  #size = 0;

  /** @param isCompressed whether to compress the file with gzip */
  constructor(file: string, isCompressed = false) {
    this.file = file;
    const target = createWriteStream(file, { flush: true });
    if (isCompressed) {
      const gzip = createGzip();
      this.#stream = gzip;
      this.#ended = pipeline(gzip, target);
    } else {
      this.#stream = target;
      this.#ended = finished(target);
    }
    // Prevents an unhandled rejection. `close` or the next write reports the error.
    this.#ended.catch(() => undefined);
  }

  async write(text: string): Promise<void> {
    this.#pending.push(text);
    this.#size += text.length;
    if (this.#size >= bufferCharacters) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    this.#stream.end();
    await this.#ended;
  }

  /** Closes the file without flushing it. Does nothing after `close`. */
  async abort(): Promise<void> {
    this.#stream.destroy();
    await this.#ended.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#size = 0;
    if (text === '') return;
    // after an error, the stream emits no `drain`
    if (this.#stream.write(text)) return;
    const drained = new Promise((resolve) => this.#stream.once('drain', resolve));
    await Promise.race([drained, this.#ended]);
  }
}
