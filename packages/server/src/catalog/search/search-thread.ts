import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../platform/core.ts';
import { indexNext, defaultSizes } from './search-index-service.ts';

export interface SearchThreadSetup {
  connectionString: string;
}
export type SearchStepAnswer = { done: number } | { failed: string };

const { connectionString } = workerData as SearchThreadSetup; // written by search-thread-runner.ts
const { kysely: database } = openDatabase({
  connectionString,
  max: 1,
  name: 'pimento-search',
  onError: () => undefined,
});

async function step(): Promise<SearchStepAnswer> {
  try {
    return { done: await indexNext(database, defaultSizes) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', () => {
  void step().then((answer) => parentPort?.postMessage(answer));
});
