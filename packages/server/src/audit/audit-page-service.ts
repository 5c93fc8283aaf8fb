import { Readable } from 'node:stream';
import type { AuditEvent } from '@pimento/contract';
import { type Database, limitedRead, pageOf, parseUuidCursor } from '../platform/index.ts';
import { type AuditFilter, listAuditRows } from './audit-views.ts';

const statementMs = 10_000;
const exportStatementMs = 60_000;
const exportPage = 1_000;

/** Returns one page of events, newest first. @throws PimentoError unknown-cursor, query-too-slow */
export async function pageOfEvents(
  database: Database,
  filter: AuditFilter,
  { startingAfter, limit, signal }: { startingAfter?: string | undefined; limit: number; signal: AbortSignal },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const after = parseUuidCursor(startingAfter, 'next');
  const found = await limitedRead(database, { statementMs, signal }, (opened) =>
    listAuditRows(opened, filter, { after, limit: limit + 1 }),
  );
  const { rows, hasMore } = pageOf(found, limit);
  return { events: rows, next: hasMore ? (rows.at(-1)?.auditId ?? null) : null };
}

async function* eventLines(database: Database, filter: AuditFilter): AsyncGenerator<string, void, undefined> {
  let after: string | null = null;
  do {
    const last: string | null = after;
    const rows: AuditEvent[] = await limitedRead(database, { statementMs: exportStatementMs }, (opened) =>
      listAuditRows(opened, filter, { after: last, limit: exportPage }),
    );
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    after = rows.length === exportPage ? (rows.at(-1)?.auditId ?? null) : null;
  } while (after !== null);
}

/** Streams events as NDJSON, newest first. A database connection is held only while a page is read. */
export function exportEvents(database: Database, filter: AuditFilter): Readable {
  return Readable.from(eventLines(database, filter));
}
