import { isProblem, ProblemError } from '@pimento/client';
import { clientHeader, importProducts } from '@pimento/contract/wire';
import { contentHeaders } from './file-format.ts';

export interface ImportUpload {
  clientId: string;
  file: File;
  /** True if the products in the file lose all values that the file does not contain. */
  replace: boolean;
  dryRun: boolean;
  /** Called with the fraction that has been sent, 0 to 1. */
  onProgress: (part: number) => void;
  /** Messages for a broken connection and for a response that does not come from the service. */
  words: { broken: string; unexpected: (status: string) => string };
}

function jobRefOf(read: unknown): string | undefined {
  return typeof read === 'object' && read !== null && 'jobRef' in read ? String(read.jobRef) : undefined;
}

/**
 * Uploads a file for an import in the background. Uses XMLHttpRequest because fetch does not report upload progress.
 * @returns the jobRef of the import
 * @throws ProblemError; Error with one of the messages in `words`
 */
export async function uploadImport(upload: ImportUpload): Promise<string> {
  const { clientId, file, replace, dryRun, onProgress, words } = upload;
  const firstBytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  const unexpected = () => new Error(words.unexpected(String(request.status)));
  const query = new URLSearchParams({ importType: replace ? 'REPLACEMENT' : 'IMPORTER', dryRun: String(dryRun) });
  request.open(importProducts.method, `${importProducts.path.replace('{feedId}', 'master')}?${query}`);
  const headers = { ...contentHeaders(file.name, firstBytes), prefer: 'respond-async', [clientHeader]: clientId };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('error', () => reject(new Error(words.broken)));
  request.addEventListener('load', () => {
    try {
      const read: unknown = JSON.parse(request.responseText);
      const jobRef = request.status < 300 ? jobRefOf(read) : undefined;
      if (jobRef !== undefined) resolve(jobRef);
      else reject(isProblem(read) ? new ProblemError(read) : unexpected());
    } catch {
      reject(unexpected());
    }
  });
  request.send(file);
  return promise;
}
