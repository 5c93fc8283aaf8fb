import { parentPort, workerData } from 'node:worker_threads';
import type { AttackName } from './attacker.ts';
import { clientDeletion, repeatedArchives } from './whole-clients.ts';
import * as attacks from './attacks.ts';
import { costlyAssets } from './costly-assets.ts';

const starts: Record<AttackName, (target: attacks.Target) => attacks.Attack | Promise<attacks.Attack>> = {
  'trickled-imports': attacks.trickledImports,
  'stopped-imports': attacks.stoppedImports,
  'unread-exports': attacks.unreadExports,
  'repeated-exports': attacks.repeatedExports,
  'costly-queries': attacks.costlyQueries,
  'costly-assets': costlyAssets,
  'client-deletion': clientDeletion,
  'anonymous-bodies': attacks.anonymousBodies,
  'repeated-archives': repeatedArchives,
};

const { name, target } = workerData as { name: AttackName; target: attacks.Target }; // passed by attacker.ts
await starts[name](target);
parentPort?.postMessage(`${name} has begun`);
// The attack runs until the thread is terminated. An attack that has nothing left to do must not end the thread before.
parentPort?.ref();
