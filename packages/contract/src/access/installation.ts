import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';

const count = z.number().int();
const seconds = z.number();

export const installationProcessSchema = z
  .object({
    processId: z.string(),
    host: z.string(),
    pid: count.describe('The id that the process has on its host'),
    role: z.string().describe('`all`, `api` or `worker`'),
    version: z.string(),
    started: z.string(),
    lastSeen: z.string(),
    isAlive: z.boolean().describe('False: no heartbeat for 30 seconds. Such processes are listed for a day'),
    isThis: z.boolean().describe('True for the process that answers'),
  })
  .meta({ id: 'InstallationProcess' });
export type InstallationProcess = z.infer<typeof installationProcessSchema>;

export const backlogSchema = z
  .object({
    runningImports: count,
    waitingImports: count.describe('Stored imports that no process works on'),
    oldestImportSeconds: seconds,
    waitingDownloads: count.describe('At most 10,000'),
    waitingPreviews: count.describe('Pictures that wait for their thumbnails, at most 10,000'),
    searchProducts: count.describe('Changed products that are not in the search index yet'),
    evaluationProducts: count.describe('Changed products whose readiness is to be evaluated'),
    unreadEvents: count.describe('Events that no adapter has acknowledged, at most 10,000'),
    oldestEventSeconds: seconds,
  })
  .meta({ id: 'Backlog' });
export type Backlog = z.infer<typeof backlogSchema>;

export const longStatementSchema = z
  .object({
    program: z.string().describe('The name with which the program is connected'),
    seconds,
    state: z
      .enum(['running', 'waiting', 'idle'])
      .describe('`waiting`: for a lock; `idle`: a transaction is open, but no statement runs in it'),
    blockers: count.describe('Number of transactions whose lock it waits for'),
    text: z.string().describe('Without values: each is replaced by `?` or `$1`'),
  })
  .meta({ id: 'LongStatement' });
export type LongStatement = z.infer<typeof longStatementSchema>;

export const workerStatusSchema = z
  .object({
    name: z.string(),
    processes: count.describe('Number of processes that run it'),
    failing: count.describe('Number of processes in which its last run failed'),
    runningSince: z.string().nullable().describe('Start of the longest run in progress'),
    lastRun: z.string().nullable().describe('End of the last run'),
    lastFailure: z.string().nullable(),
    lastError: z.string().nullable().describe('Message of the last failure, even if later runs succeeded'),
  })
  .meta({ id: 'WorkerStatus' });
export type WorkerStatus = z.infer<typeof workerStatusSchema>;

export const installationSchema = z
  .object({
    at: z.string().describe('When the figures were read; at most every 5 seconds'),
    databaseBytes: count,
    replica: z
      .object({
        state: z
          .enum(['ready', 'behind', 'away', 'unrelated'])
          .describe(
            '`ready`: exports are read from it; `behind`: its data is too old; `away`: it does not answer; `unrelated`: it is no replica of this database',
          ),
        lagSeconds: seconds.nullable().describe('Time by which it may be behind. Null if it is unknown'),
      })
      .nullable()
      .describe('The replica as the process that answers sees it. Null without one'),
    processes: z.array(installationProcessSchema),
    backlog: backlogSchema,
    adapters: z
      .array(z.object({ adapterId: z.string(), oldestEventSeconds: seconds }))
      .describe('Adapters with unread events, those that are furthest behind first, at most 20'),
    statements: z.array(longStatementSchema).describe('Longest first, at most 50; from one second on'),
    hiddenConnections: count.describe(
      'Connections of other database roles, whose statements are not listed. Grant `pg_read_all_stats` to list them',
    ),
    workers: z.array(workerStatusSchema).describe('Background work of the running processes, failing work first'),
  })
  .meta({ id: 'Installation' });
export type Installation = z.infer<typeof installationSchema>;

const common = { tag: 'Installation', permission: { who: 'operator' } } as const;

export const getInstallation = operation({
  ...common,
  id: 'getInstallation',
  method: 'GET',
  path: '/console/installation',
  summary: 'Get processes, backlog, long statements and background work of the installation',
  description:
    'The same figures as at `/metrics`, read at most every 5 seconds. If the database does not return them within 2 seconds, the answer is 503.',
  params: none,
  query: none,
  answers: { 200: { description: 'The installation', schema: installationSchema } },
  problems: [],
});

export const clientStorageSchema = z
  .object({
    clientId: z.string(),
    name: z.string(),
    products: count,
    productBytes: count.describe('Bytes of the products in the database, estimated from a sample'),
    files: count,
    fileBytes: count,
    bodyBytes: count.describe('Bytes of stored bodies of imports and of uploaded files'),
    totalBytes: count,
    measured: z.string(),
  })
  .meta({ id: 'ClientStorage' });
export type ClientStorage = z.infer<typeof clientStorageSchema>;

export const listClientStorage = operation({
  ...common,
  id: 'listClientStorage',
  method: 'GET',
  path: '/console/installation/clients',
  summary: 'List what each client stores, largest first',
  description:
    'The amounts are measured in the background, a few clients at a time; `measured` is the time of the measurement. New clients are missing until then.',
  params: none,
  query: z.object({
    sort: z.enum(['bytes', 'products']).default('bytes'),
    limit: integerText(1, 100).default(50),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'One page of clients',
      schema: z
        .object({ clients: z.array(clientStorageSchema), next: z.string().nullable() })
        .meta({ id: 'ClientStoragePage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});
