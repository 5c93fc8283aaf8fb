import { ProblemError } from '@pimento/client';
import { clientHeader, importProducts, problemSchema } from '@pimento/contract';

export interface UploadWish {
  clientId: string;
  file: File;
  /** What a product leaves out is removed from it. */
  replace: boolean;
  dryRun: boolean;
  onProgress: (part: number) => void;
  /** What to say where the connection breaks, and where the answer is none of the service's. */
  words: { broken: string; unexpected: (status: string) => string };
}

/** Type and encoding of a file, by the end of its name. */
function formatOf(name: string): Record<string, string> {
  const isGzip = /\.gz$/i.test(name);
  const isLines = /\.(ndjson|jsonl)(\.gz)?$/i.test(name);
  return {
    'content-type': isLines ? 'application/x-ndjson' : 'application/json',
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
  };
}

function jobRefOf(text: string): string | undefined {
  const read: unknown = JSON.parse(text);
  return typeof read === 'object' && read !== null && 'jobRef' in read ? String(read.jobRef) : undefined;
}

/**
 * Sends a file to be imported in the background. XMLHttpRequest, because fetch does not say how far a body has come.
 * @returns jobRef
 * @throws ProblemError, Error
 */
export function uploadImport({ clientId, file, replace, dryRun, onProgress, words }: UploadWish): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  const query = new URLSearchParams({ importType: replace ? 'REPLACEMENT' : 'IMPORTER', dryRun: String(dryRun) });
  request.open(importProducts.method, `${importProducts.path.replace('{feedId}', 'master')}?${query}`);
  const headers = { ...formatOf(file.name), prefer: 'respond-async', [clientHeader]: clientId };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('error', () => reject(new Error(words.broken)));
  request.addEventListener('load', () => {
    try {
      const jobRef = request.status < 300 ? jobRefOf(request.responseText) : undefined;
      if (jobRef !== undefined) resolve(jobRef);
      else reject(new ProblemError(problemSchema.parse(JSON.parse(request.responseText))));
    } catch {
      reject(new Error(words.unexpected(String(request.status))));
    }
  });
  request.send(file);
  return promise;
}
