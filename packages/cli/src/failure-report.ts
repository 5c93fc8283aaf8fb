import { AddressError, ConnectionError, ProblemError, UnexpectedAnswerError } from '@pimento/client';
import { connectionText } from './output/connection-text.ts';
import { describeHandled } from './output/import-summary.ts';
import { formatTable } from './output/table.ts';
import { RefusedDocumentError } from './input/refused-document-error.ts';
import { UsageError } from './input/usage-error.ts';

/** Returns true if the cause of an error is outside this program. Such an error is reported without a stack trace. */
function isExpected(error: Error): boolean {
  if (error instanceof AddressError) return true;
  if (error instanceof ConnectionError || error instanceof UnexpectedAnswerError || error instanceof UsageError)
    return true;
  if (
    ['StartRefusedError', 'BackupRefusedError', 'DamagedObjectError', 'MoveRefusedError', 'ScenarioError'].includes(
      error.name,
    )
  )
    return true;
  // errors of the file system, the network and the database have a code
  return 'code' in error && typeof error.code === 'string';
}

/** Returns the message of an error. Node's own message about a missing file is not used, because it names a system call. */
function messageOf(error: Error, code: string): string {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  if (path !== undefined && code === 'ENOENT') return `There is no file ${path}.`;
  if (path !== undefined && code === 'EACCES') return `${path} cannot be opened: permission denied.`;
  const connection = error instanceof ConnectionError ? connectionText(error.url, error.cause) : undefined;
  return connection ?? (error.message === '' ? code : error.message);
}

/** Formats the position of an error: the line number, if there is one, and the JSON Pointer. */
const placeOf = ({ line, path }: { line?: number | undefined; path: string }) =>
  line === undefined ? path : `line ${line} ${path}`.trimEnd();

function problemText({ problem, code }: ProblemError): string {
  const lines = [`${code}: ${problem.detail}`];
  const handled = problem['handled'];
  if (typeof handled === 'number') lines.push(describeHandled(handled));
  const holders: unknown = problem['productIds'];
  if (Array.isArray(holders) && holders.length > 0) {
    const more = typeof problem['count'] === 'number' && problem['count'] > holders.length ? ', …' : '';
    lines.push(`Products: ${holders.map((id) => JSON.stringify(id)).join(', ')}${more}`);
  }
  const errors = problem.errors ?? [];
  if (errors.length > 0) {
    const rows = errors.slice(0, 20).map((error) => [placeOf(error), error.code, error.message]);
    lines.push('', formatTable(['path', 'code', 'message'], rows));
    if (errors.length > rows.length) lines.push(`… and ${errors.length - rows.length} more`);
  }
  return lines.join('\n');
}

/** Returns the text that is written to stderr after a failed command, either for people or as one JSON document. */
export function reportFailure(error: unknown, asJson: boolean): string {
  if (error instanceof RefusedDocumentError) return reportFailure(error.cause, asJson);
  if (error instanceof ProblemError) {
    return asJson ? `${JSON.stringify(error.problem, undefined, 2)}\n` : `${problemText(error)}\n`;
  }
  const known = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in known && typeof known.code === 'string' ? known.code : known.name;
  const message = messageOf(known, code);
  if (asJson) return `${JSON.stringify({ code, message }, undefined, 2)}\n`;
  return `${isExpected(known) ? message : (known.stack ?? message)}\n`;
}
