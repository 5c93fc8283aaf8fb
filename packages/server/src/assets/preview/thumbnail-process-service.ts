import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { type Preview, PreviewRefusedError } from '../content/image-preview.ts';
import type { ThumbnailAnswer } from './thumbnail-types.ts';

export interface ThumbnailProcess extends AsyncDisposable {
  /**
   * Makes the thumbnails of one picture. Call it for one picture at a time.
   * @param maxMs overrides the maximum wall-clock time
   * @throws PreviewRefusedError if the picture must not be decoded or takes too long; DecoderUnavailableError if no process can be started,
   * regardless of the picture; Error if decoding fails
   */
  make(bytes: Buffer, maxMs?: number): Promise<Preview>;
}

/** Thrown if the process that decodes pictures cannot start, for example because the machine has no memory or process ids left. */
export class DecoderUnavailableError extends Error {
  override readonly name = 'DecoderUnavailableError';
}

interface ProcessOptions {
  maxMs: number;
  /** Maximum time for the start of the process, `usualMaxStartMs` by default. */
  maxStartMs?: number;
  /** The Node executable that runs the decoder, the one of this process by default. */
  execPath?: string;
}

interface AskOptions extends Pick<ProcessOptions, 'maxMs' | 'maxStartMs'> {
  /** True if the process was started for an earlier picture. */
  isReady: boolean;
  onBroken: () => void;
}

/** Maximum wall-clock time for one picture. The decoder's own time limit does not include the time before its first line of pixels. */
const usualMaxMs = 20_000;
/** Maximum time for the start of the process. A start takes 0.2 s on an idle machine. */
const usualMaxStartMs = 30_000;
/** The process ends after this time without a picture, because an idle process takes 70 MB of memory. */
const idleMs = 60_000;

function start(execPath: string): ChildProcess {
  const child = fork(new URL('./thumbnail-thread.ts', import.meta.url), [], {
    serialization: 'advanced',
    execArgv: [],
    execPath,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error event without a listener would end this process. `ask` handles failed sends and the end of the child process.
  child.on('error', () => undefined);
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {
    // the process has ended already
  }
  child.unref();
  child.channel?.unref();
  return child;
}

/** Converts an answer of the process to a preview, and its byte arrays to Buffers. @throws the error that the answer reports */
function previewOf(answer: ThumbnailAnswer): Preview {
  if (!('preview' in answer)) {
    throw answer.code === undefined ? new Error(answer.message) : new PreviewRefusedError(answer.code, answer.message);
  }
  const { thumbnails, ...size } = answer.preview;
  const { small, medium, large } = thumbnails;
  return {
    ...size,
    thumbnails: { small: Buffer.from(small), medium: Buffer.from(medium), large: Buffer.from(large) },
  };
}

/**
 * Sends a picture to the process and waits for its answer.
 * @param options.onBroken called if the process cannot be used for another picture
 * @throws DecoderUnavailableError, PreviewRefusedError, or Error if the process ended
 */
function ask(
  child: ChildProcess,
  bytes: Buffer,
  { maxMs, maxStartMs = usualMaxStartMs, isReady, onBroken }: AskOptions,
): Promise<ThumbnailAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ThumbnailAnswer>();
  const fail = (error: Error) => {
    onBroken();
    reject(error);
  };
  const onExit = () => fail(new Error('decoding the picture ended the process'));
  const onError = (error: Error) => fail(new DecoderUnavailableError(error.message));
  const tooLong = `Decoding the picture took more than ${maxMs / 1000} seconds.`;
  const startClock = () => setTimeout(() => fail(new PreviewRefusedError('took-too-long', tooLong)), maxMs);
  let timer = isReady
    ? startClock()
    : setTimeout(() => onError(new Error('the process did not start in time')), maxStartMs);
  const onMessage = (message: ThumbnailAnswer | 'ready') => {
    if (message !== 'ready') return resolve(message);
    clearTimeout(timer);
    timer = startClock();
  };
  child.on('message', onMessage);
  child.once('exit', onExit);
  child.once('error', onError);
  // a process that could not start may have no channel
  if (child.channel) {
    child.send(bytes, (error) => {
      if (error) onError(error);
    });
  }
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage);
    child.off('exit', onExit);
    child.off('error', onError);
  });
}

/**
 * Creates a service that decodes pictures in a separate process. The process starts with the first picture and, if it has ended, again with
 * the next one.
 */
export function createThumbnailProcess(options: ProcessOptions = { maxMs: usualMaxMs }): ThumbnailProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    async make(bytes, maxMs = options.maxMs) {
      clearTimeout(idle);
      const isReady = child !== undefined;
      const asked = (child ??= start(options.execPath ?? process.execPath));
      const onBroken = () => {
        if (child === asked) end();
      };
      try {
        return previewOf(await ask(asked, bytes, { ...options, maxMs, isReady, onBroken }));
      } finally {
        idle = setTimeout(end, idleMs).unref();
      }
    },
    [Symbol.asyncDispose]() {
      clearTimeout(idle);
      end();
      return Promise.resolve();
    },
  };
}
