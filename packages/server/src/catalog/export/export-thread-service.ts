import { on } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { type ClientActivity, clientShareOf, errorOfThread, type Log, PimentoError } from '../../platform/index.ts';
import type { ExportAnswer, ExportRequest, ExportTask, ExportThreadSetup } from './export-types.ts';

/**
 * Reads and formats products in a separate thread, so that exports do not delay other requests. Formatting 200 products takes a few
 * milliseconds.
 */
export interface ExportThread extends AsyncDisposable {
  /**
   * Yields the chunks of an export. The thread prepares only one chunk ahead.
   * @param signal ends the export, even in the middle of a statement
   * @throws the errors of the export; PimentoError internal-error if the thread dies
   */
  read(task: Omit<ExportTask, 'port'>, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
}

/** The thread ends after this time without an export, because an idle thread takes 50 MB and connections. It starts in 0.3 s. */
const idleMs = 2_000;

/**
 * Maximum heap of the thread. Each export has up to two pages in the thread, each with up to 16 MB of text and the values that were parsed
 * from it.
 */
const maxMemoryMb = 1_024;

interface ThreadDeps {
  log: Log;
  activity?: ClientActivity;
}

interface Thread {
  worker: Worker;
  /** Ports of the running exports. They are closed when the thread dies, so that no call waits forever. */
  ports: Set<MessagePort>;
}

/** Creates a thread for exports, which starts when the first export is requested. */
export function createExportThread({ log, activity }: ThreadDeps, setup: ExportThreadSetup): ExportThread {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Thread {
    const worker = new Worker(new URL('./export-thread.ts', import.meta.url), {
      name: 'exports',
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 6 },
    });
    const started: Thread = { worker, ports: new Set() };
    worker.on('error', (error) => {
      log.error({ err: error }, 'the export thread died');
    });
    worker.on('exit', () => {
      if (thread === started) thread = undefined;
      for (const port of started.ports) port.close();
    });
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    // the next export starts a new thread, even if this thread has not ended yet
    thread = undefined;
    await ending?.worker.terminate();
  }

  return {
    async *read(task, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      const used = (thread ??= start());
      const { worker, ports } = used;
      const { port1: port, port2 } = new MessageChannel();
      ports.add(port);
      const answers = on(port, 'message', { signal, close: ['close'] });
      worker.postMessage({ ...task, port: port2 } satisfies ExportTask, [port2]);
      try {
        for (;;) {
          const isShared = activity?.hasOthers(clientShareOf(task.clientId)) === true;
          port.postMessage({ isShared } satisfies ExportRequest);
          const step = await answers.next();
          if (step.done) {
            // If the thread dies, its port can close before its exit event arrives.
            if (thread === used) thread = undefined;
            throw new PimentoError(problem('internal-error', { kind: 'export' }));
          }
          const [answer] = step.value as [ExportAnswer]; // the thread posts only messages of this type
          if ('fault' in answer) throw errorOfThread(answer.fault);
          if ('isComplete' in answer) return;
          yield answer.chunk;
        }
      } finally {
        ports.delete(port);
        port.close();
        if (thread?.ports.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    [Symbol.asyncDispose]: end,
  };
}
