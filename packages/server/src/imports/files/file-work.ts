import type { FileOptions } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { ClientId, Clock, Database } from '../../platform/core.ts';
import { PimentoError } from '../../platform/core.ts';
import { attributesOf, loadStructure } from '../../structure/core.ts';
import { storableParams } from '../judge/judge-context.ts';
import type { FilePlan } from '../judge/import-types.ts';
import { questionProblems } from '../mappings/mapping-document-rules.ts';
import { writeErrorRows } from './error-rows.ts';
import { limitTime, refusalOfFile } from './file-fault.ts';
import { type PlanDeps, planFile } from './file-plan.ts';
import { type PreviewParts, previewFile } from './file-preview.ts';
import { withSpool } from './file-spool.ts';
import { openStoredFile, storeFile } from './stored-file.ts';

/** Time limit for reading a file for its preview, or for planning its import. */
const planMs = 30_000;

/** An uploaded file to read. */
interface WorkFile {
  clientId: ClientId;
  fileId: string;
  name: string;
  bytes: number;
}

/**
 * A task for an uploaded file. `store`: store the received bytes; `preview`: preview the import; `plan`: decide how the file is imported;
 * `errors`: write the rejected rows of a job to a path.
 */
export type FileWork =
  | { kind: 'store'; clientId: ClientId; fileId: string }
  | { kind: 'preview'; file: WorkFile; options: FileOptions; rows: number }
  | { kind: 'plan'; file: WorkFile; options: FileOptions; definesComposites: boolean }
  | { kind: 'errors'; clientId: ClientId; jobId: string; plan: FilePlan; path: string };

export interface FileAnswers {
  store: { bytes: number; sha256: string };
  preview: PreviewParts;
  plan: FilePlan;
  errors: undefined;
}

export interface FileWorkDeps {
  database: Database;
  clock: Clock;
  maxBytes: number;
  spoolFolder: string;
  /** Opens the received bytes. */
  body: () => AsyncIterable<Uint8Array>;
}

async function withPlanDeps<T>(
  { database, clock, spoolFolder }: FileWorkDeps,
  { clientId, fileId, name, bytes }: WorkFile,
  work: (deps: PlanDeps) => Promise<T>,
): Promise<T> {
  const attributes = attributesOf(await loadStructure(database, clientId));
  const check = limitTime(() => clock.monotonic(), planMs);
  const file = openStoredFile(database, { clientId, fileId }, bytes, check);
  return withSpool(spoolFolder, (spool) =>
    work({ connection: database, clientId, attributes, name, bytes: file, spool }),
  );
}

/**
 * Decides how a file is imported.
 * @throws PimentoError unknown-mapping, unknown-file, invalid-file; invalid-mapping with the open questions
 */
async function settle(
  deps: FileWorkDeps,
  { file, options, definesComposites }: Extract<FileWork, { kind: 'plan' }>,
): Promise<FilePlan> {
  const { fileId, name, bytes } = file;
  const { format, table } = await withPlanDeps(deps, file, (plan) => planFile(plan, options));
  if (!table) return { fileId, name, bytes, format, mapping: null, definesComposites };
  const { mapping, questions } = table.guessed;
  const errors = questionProblems(questions, mapping.columns);
  if (errors.length > 0) throw new PimentoError(problem('invalid-mapping', { count: errors.length }), { errors });
  // Headers can contain characters that the database cannot store. Replacing them is safe, because columns are mapped by their position.
  return storableParams({ fileId, name, bytes, format, mapping });
}

async function answer(deps: FileWorkDeps, work: FileWork): Promise<FileAnswers[FileWork['kind']]> {
  switch (work.kind) {
    case 'store':
      return storeFile(deps.database, work, deps.body(), deps.maxBytes);
    case 'preview':
      return withPlanDeps(deps, work.file, (plan) => previewFile(plan, work.options, work.rows));
    case 'plan':
      return settle(deps, work);
    case 'errors':
      return withSpool(deps.spoolFolder, async (spool) => {
        await writeErrorRows(deps.database, work, spool);
        return undefined;
      });
  }
}

/** Runs a task for an uploaded file and returns its result. @throws PimentoError */
export async function runFileWork(deps: FileWorkDeps, work: FileWork): Promise<FileAnswers[FileWork['kind']]> {
  try {
    return await answer(deps, work);
  } catch (error) {
    throw refusalOfFile(error);
  }
}
