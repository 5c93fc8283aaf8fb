import { parentPort, workerData } from 'node:worker_threads';
import { operations } from '@pimento/contract';
import { PimentoError } from '../../errors.ts';
import { judge } from '../input-check.ts';
import { type FaultFinder, parseJsonBody } from './json-body.ts';
import type { BodyAnswer, BodyMessage, BodyTask } from './large-body.ts';

const { faultModule } = workerData as { faultModule: string }; // set by large-body.ts
const { findJsonFault } = (await import(faultModule)) as { findJsonFault: FaultFinder }; // compose.ts passes the module

function read({ operationId, bytes }: BodyTask): BodyAnswer {
  const schema = operations.find(({ id }) => id === operationId)?.body;
  if (!schema) return { error: `the operation ${operationId} has no body` };
  try {
    return { value: judge(schema, parseJsonBody(Buffer.from(bytes), findJsonFault), 'body') };
  } catch (error) {
    if (!(error instanceof PimentoError)) return { error: error instanceof Error ? error.message : String(error) };
    const { code, message, params, extra } = error;
    return { refusal: { code, message, params, extra } };
  }
}

const send = (message: BodyMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (task: BodyTask) => {
  send('begun');
  send(read(task));
});
