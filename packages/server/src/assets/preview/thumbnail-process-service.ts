import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { type Preview, PreviewRefusedError } from '../content/image-preview.ts';
import type { ThumbnailAnswer } from './thumbnail-types.ts';

export interface ThumbnailProcess extends AsyncDisposable {
  /**
   * Makes the thumbnails of one picture; call it for one picture at a time.
   * @throws PreviewRefusedError if the picture must not be decoded or takes too long; Error if decoding fails
   */
  make(bytes: Buffer): Promise<Preview>;
}

/** Max wall-clock time for one picture. The decoder's own time limit does not include the time before its first line of pixels. */
const maxMs = 20_000;
/** The process ends after this time without a picture, because an idle process takes 70 MB of memory. */
const idleMs = 60_000;

function start(): ChildProcess {
  const child = fork(new URL('./thumbnail-thread.ts', import.meta.url), [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // an error event without a listener would end this process; `ask` handles failed sends and the end of the child process
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

/**
 * Returns the preview from a message of the process, with Buffers instead of the plain byte arrays of the message.
 * @throws PreviewRefusedError, or Error if decoding failed
 */
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
 * Creates a service that decodes pictures in a separate process. The process starts with the first picture and, if it has ended, again with
 * the next one.
 */
export function createThumbnailProcess(limits: { maxMs: number } = { maxMs }): ThumbnailProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  function ask(asked: ChildProcess, bytes: Buffer, isReady: boolean): Promise<ThumbnailAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ThumbnailAnswer>();
    let timer: NodeJS.Timeout | undefined;
    const onTime = () => {
      const seconds = limits.maxMs / 1000;
      reject(new PreviewRefusedError('took-too-long', `Decoding the picture took more than ${seconds} seconds.`));
      end();
    };
    const onMessage = (message: ThumbnailAnswer | 'ready') => {
      if (message === 'ready') timer = setTimeout(onTime, limits.maxMs);
      else resolve(message);
    };
    if (isReady) timer = setTimeout(onTime, limits.maxMs);
    const onExit = () => {
      if (child === asked) child = undefined;
      reject(new Error('decoding the picture ended the process'));
    };
    asked.on('message', onMessage);
    asked.once('exit', onExit);
    asked.send(bytes, (error) => {
      if (error) reject(error);
    });
    return promise.finally(() => {
      clearTimeout(timer);
      asked.off('message', onMessage);
      asked.off('exit', onExit);
    });
  }

  return {
    async make(bytes) {
      clearTimeout(idle);
      const isReady = child !== undefined;
      child ??= start();
      try {
        const answer = await ask(child, bytes, isReady);
        return previewOf(answer);
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
