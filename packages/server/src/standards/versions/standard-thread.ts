import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { type FaultFinder, parseJsonBody, threadFault } from '../../platform/core.ts';
import { splitDocument } from '../read/kept-lists.ts';
import { type BodyVerdict, judgeBody, type ParsedBody } from '../read/standard-body.ts';
import type { StandardAnswer, StandardTask } from './standard-thread-service.ts';

const { faultModule } = workerData as { faultModule: string }; // set by standard-thread-service.ts
const { findJsonFault } = (await import(faultModule)) as { findJsonFault: FaultFinder }; // compose.ts passes the module

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // exists because of the flag

/** After a larger document, garbage is collected at once. Otherwise an idle thread would keep the memory of the document. */
const maxGarbageBytes = 1_048_576;

function read({ bytes, isLines, now, stored }: StandardTask): BodyVerdict {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return judgeBody(isLines ? { lines: buffer.toString('utf8') } : parse(buffer, stored), new Date(now));
}

function parse(buffer: Buffer, stored: StandardTask['stored']): ParsedBody {
  const { bytes, ...split } = splitDocument(buffer, stored);
  try {
    return { document: parseJsonBody(bytes, findJsonFault), ...split };
  } catch (error) {
    // parses the whole document, so that the error has the position of the fault in this document
    if (bytes !== buffer) parseJsonBody(buffer, findJsonFault);
    throw error;
  }
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
