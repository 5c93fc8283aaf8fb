import { isProblem, ProblemError } from '@pimento/client';
import { clientHeader, importProducts, uploadImportFile } from '@pimento/contract/wire';
import { contentHeaders } from './file-format.ts';

export interface FileUpload {
  clientId: string;
  file: File;
  /** Called with the fraction that has been sent, 0 to 1. */
  onProgress: (part: number) => void;
  /** Messages for a broken connection and for a response that does not come from the service. */
  words: { broken: string; unexpected: (status: string) => string };
}

export interface ImportUpload extends FileUpload {
  /** True to remove all values of the imported products that the file does not contain. */
  replace: boolean;
  dryRun: boolean;
}

function memberOf(read: unknown, name: string): string | undefined {
  const value: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Posts a file. Uses XMLHttpRequest because fetch does not report upload progress.
 * @param name the property of the response whose value is returned
 * @throws ProblemError
 * @throws Error with one of the messages in `words`
 */
async function post(
  { clientId, file, onProgress, words }: FileUpload,
  address: string,
  headers: Record<string, string>,
  name: string,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  const unexpected = () => new Error(words.unexpected(String(request.status)));
  request.open('POST', address);
  for (const [header, value] of Object.entries({ ...headers, [clientHeader]: clientId }))
    request.setRequestHeader(header, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('error', () => reject(new Error(words.broken)));
  request.addEventListener('load', () => {
    try {
      const read: unknown = JSON.parse(request.responseText);
      const value = request.status < 300 ? memberOf(read, name) : undefined;
      if (value !== undefined) resolve(value);
      else reject(isProblem(read) ? new ProblemError(read) : unexpected());
    } catch {
      reject(unexpected());
    }
  });
  request.send(file);
  return promise;
}

/**
 * Uploads JSON or NDJSON for an import in the background.
 * @returns the jobRef of the import
 * @throws ProblemError
 * @throws Error with one of the messages in `words`
 */
export async function uploadImport(upload: ImportUpload): Promise<string> {
  const { file, replace, dryRun } = upload;
  const firstBytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const query = new URLSearchParams({ importType: replace ? 'REPLACEMENT' : 'IMPORTER', dryRun: String(dryRun) });
  const address = `${importProducts.path.replace('{feedId}', 'master')}?${query}`;
  return post(upload, address, { ...contentHeaders(file.name, firstBytes), prefer: 'respond-async' }, 'jobRef');
}

/**
 * Uploads a table. It is imported only after the user has mapped its columns.
 * @returns the fileId of the file
 * @throws ProblemError
 * @throws Error with one of the messages in `words`
 */
export async function uploadTable(upload: FileUpload): Promise<string> {
  const query = new URLSearchParams({ name: upload.file.name.slice(0, 255) });
  const headers = { 'content-type': 'application/octet-stream' };
  return post(upload, `${uploadImportFile.path}?${query}`, headers, 'fileId');
}
