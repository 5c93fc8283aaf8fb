import { PimentoError } from '../../platform/core.ts';
import type { ImportFault } from './import-report.ts';

const headersOf: Partial<Record<ImportFault['code'], Record<string, string>>> = {
  unavailable: { 'retry-after': '5' },
  'storage-full': { 'retry-after': '60' },
  'request-timeout': { connection: 'close' },
  unauthorized: { 'www-authenticate': 'Bearer realm="pimento"' },
};

/**
 * Converts a fault of an import thread to the error that the HTTP client gets. Logs the fault if a bug, the database, the network or the
 * loss of the job caused it.
 * @param id job or file that is named in the log
 */
export function refusalOf(
  { logFault }: { logFault: (fault: ImportFault, id: string) => void },
  fault: ImportFault,
  id: string,
): PimentoError {
  if (fault.stack !== undefined || fault.cause !== undefined) logFault(fault, id);
  return new PimentoError(fault, fault.extra, headersOf[fault.code] ?? {});
}
