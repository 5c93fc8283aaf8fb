import { isProblem, ProblemError } from '@pimento/client';
import { type Asset, clientHeader, uploadAsset } from '@pimento/contract/wire';

/**
 * Uploads the file of an asset. Uses XMLHttpRequest because fetch does not report upload progress.
 * @param upload.create true to create the asset, which must not exist yet
 * @param upload.words messages for a broken connection and for a response that does not come from the service
 * @param upload.onProgress called with the fraction that has been sent, 0 to 1
 * @throws ProblemError
 * @throws Error with one of the messages in `upload.words`
 */
export function sendAsset(upload: {
  clientId: string;
  assetId: string;
  create?: boolean;
  file: File;
  words: { broken: string; unexpected: (status: string) => string };
  onProgress?: (part: number) => void;
}): Promise<Asset> {
  const { clientId, assetId, create = false, file, words, onProgress } = upload;
  const { promise, resolve, reject } = Promise.withResolvers<Asset>();
  const request = new XMLHttpRequest();
  const unexpected = () => new Error(words.unexpected(String(request.status)));
  request.open(
    uploadAsset.method,
    `${uploadAsset.path}?${new URLSearchParams({ assetId, ...(create ? { create: 'true' } : {}) })}`,
  );
  request.setRequestHeader(clientHeader, clientId);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total));
  request.addEventListener('error', () => reject(new Error(words.broken)));
  request.addEventListener('load', () => {
    try {
      const read: unknown = JSON.parse(request.responseText);
      if (request.status < 300) resolve(read as Asset); // the operation declares this type for the status 200
      else reject(isProblem(read) ? new ProblemError(read) : unexpected());
    } catch {
      reject(unexpected());
    }
  });
  const form = new FormData();
  form.append('file', file);
  request.send(form);
  return promise;
}
