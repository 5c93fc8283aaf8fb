import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { type FaultFinder, parseJsonBody, threadFault } from '../../platform/core.ts';
import { type BodyVerdict, judgeBody } from '../read/standard-body.ts';
import type { StandardAnswer, StandardTask } from './standard-thread-service.ts';

const { faultModule } = workerData as { faultModule: string }; // set by standard-thread-service.ts
const { findJsonFault } = (await import(faultModule)) as { findJsonFault: FaultFinder }; // compose.ts passes the module

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // exists because of the flag

/** After a larger document, garbage is collected at once. Otherwise an idle thread would keep the memory of the document. */
const maxGarbageBytes = 1_048_576;

function read({ bytes, isLines, now }: StandardTask): BodyVerdict {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = isLines ? { lines: buffer.toString('utf8') } : { document: parseJsonBody(buffer, findJsonFault) };
  return judgeBody(body, new Date(now));
}

function answerOf(task: StandardTask): StandardAnswer {
  try {
    return { verdict: read(task) };
  } catch (error) {
    return { fault: threadFault(error) };
  }
}

parentPort?.on('message', (task: StandardTask) => {
  const answer = answerOf(task);
  const moved = 'verdict' in answer && 'prepared' in answer.verdict ? answer.verdict.prepared : undefined;
  const size = task.bytes.byteLength;
  parentPort?.postMessage(answer, moved === undefined ? [] : [moved.items.buffer, moved.values.buffer]);
  if (size > maxGarbageBytes) setImmediate(collectGarbage);
});
