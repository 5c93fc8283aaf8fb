import { ProblemError } from '@pimento/client';
import { type Asset, clientHeader, problemSchema, uploadAsset } from '@pimento/contract';

/**
 * Sends the file of an asset. XMLHttpRequest, because fetch does not say how far a body has come.
 * @param words what to say where the connection breaks, and where the answer is none of the service's
 * @throws ProblemError, Error
 */
export function sendAsset(wish: {
  clientId: string;
  assetId: string;
  file: File;
  words: { broken: string; unexpected: (status: string) => string };
  onProgress?: (part: number) => void;
}): Promise<Asset> {
  const { promise, resolve, reject } = Promise.withResolvers<Asset>();
  const request = new XMLHttpRequest();
  request.open(uploadAsset.method, `${uploadAsset.path}?${new URLSearchParams({ assetId: wish.assetId })}`);
  request.setRequestHeader(clientHeader, wish.clientId);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    wish.onProgress?.(total === 0 ? 0 : loaded / total),
  );
  request.addEventListener('error', () => reject(new Error(wish.words.broken)));
  request.addEventListener('load', () => {
    try {
      const read: unknown = JSON.parse(request.responseText);
      if (request.status < 300) resolve(read as Asset); // what the operation declares for 200
      else reject(new ProblemError(problemSchema.parse(read)));
    } catch {
      reject(new Error(wish.words.unexpected(String(request.status))));
    }
  });
  const form = new FormData();
  form.append('file', wish.file);
  request.send(form);
  return promise;
}
