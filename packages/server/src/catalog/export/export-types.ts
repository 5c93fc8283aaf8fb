import type { MessagePort } from 'node:worker_threads';
import type { z } from 'zod';
import type { exportProducts, exportProductTable } from '@pimento/contract';
import type { ClientId, ThreadFault } from '../../platform/core.ts';

export type ExportQuery = z.output<(typeof exportProducts)['query']>;

/** A table that is written instead of NDJSON. */
export type TableChoice = Pick<z.output<(typeof exportProductTable)['query']>, 'format' | 'columns'> & {
  /** Ids of products that are left out. */
  except?: readonly string[] | undefined;
};

export interface ExportThreadSetup {
  connectionString: string;
  /** Connection string of the replica. Undefined without one. */
  replica?: string | undefined;
  /** Maximum number of concurrent exports. */
  concurrent: number;
}

/** An export that the thread runs. The port is closed when the export has ended or was cancelled. */
export interface ExportTask {
  clientId: ClientId;
  query: ExportQuery;
  /** Undefined for NDJSON. */
  table?: TableChoice | undefined;
  /** Position of the log that the replica must have reached to be read. If undefined, the primary database is read. */
  reached?: string | undefined;
  port: MessagePort;
}

/** Requests the next chunk. `isShared` is true if other clients are sending requests, so the export yields to them. */
export interface ExportRequest {
  isShared: boolean;
}

/** The thread's answer to a request for a chunk. */
export type ExportAnswer = { chunk: Uint8Array } | { isComplete: true } | { fault: ThreadFault };
