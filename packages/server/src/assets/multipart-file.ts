import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { PimentoError } from '../platform/index.ts';
import { nameInDisposition } from './file-name-rules.ts';
import { createMultipartParser, FormError } from './multipart-parser.ts';

/** The one file of a form, as its sender describes it. */
export interface FormFile {
  name: string | undefined;
  contentType: string | undefined;
}

/** Takes the bytes of a file as they arrive. */
export interface FileReceiver<T> {
  /** The memory belongs to the receiver from now on, once the call has returned. */
  write: (bytes: Buffer) => void;
  end: () => void;
  /** No more will come, and what has come is not all. */
  fail: (error: Error) => void;
  /** What was made of the file. */
  done: Promise<T>;
}

const mostBytesBeside = 1024 * 1024;
const fieldName = /(?:^|;)\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i;

const invalid = (detail: string) => new PimentoError('invalid-body', detail);

function readBoundary(header = ''): string {
  if (!/^multipart\/form-data\b/i.test(header)) {
    throw new PimentoError(
      'unsupported-content-type',
      'Send the file as multipart/form-data, in a part called "file".',
    );
  }
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^;\s"]{1,200}))/i.exec(header) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw invalid('The Content-Type names no boundary between the parts of the form.');
  return boundary;
}

/** A part is a file where it has the name of one, or is called "file". */
function readFile(head: ReadonlyMap<string, string>): FormFile | undefined {
  const disposition = head.get('content-disposition') ?? '';
  if (!/^form-data\s*(?:;|$)/i.test(disposition)) return undefined;
  const name = nameInDisposition(disposition);
  const [, quoted, plain] = fieldName.exec(disposition) ?? [];
  return name !== undefined || (quoted ?? plain) === 'file'
    ? { name, contentType: head.get('content-type') }
    : undefined;
}

function refused(error: unknown): Error {
  if (error instanceof FormError) return invalid(`The body is not a complete multipart form (${error.message}).`);
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Hands the file of a multipart form to whom `open` names while it arrives; fields that are no files are passed over.
 * @throws PimentoError unsupported-content-type; invalid-body where there is no file, a second one, or no form; request-aborted; whatever
 * the receiver fails with, at once: the rest of the body is then left to be discarded
 */
export async function takeOneFile<T>(request: IncomingMessage, open: (file: FormFile) => FileReceiver<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let receiver: FileReceiver<T> | undefined;
  let isInFile = false;
  let bytesBeside = 0;
  const parser = createMultipartParser(readBoundary(request.headers['content-type']), {
    onPart(head) {
      const file = readFile(head);
      if (!file) return;
      if (receiver) throw invalid('The form has more than one file; send one.');
      receiver = open(file);
      receiver.done.catch(reject);
      isInFile = true;
    },
    onBytes(bytes) {
      if (isInFile) receiver?.write(bytes);
      else if ((bytesBeside += bytes.byteLength) > mostBytesBeside)
        throw invalid('The form has too much beside its file.');
    },
    onPartEnd() {
      if (isInFile) receiver?.end();
      isInFile = false;
    },
  });
  const onData = (chunk: Buffer) => {
    try {
      parser.write(chunk);
    } catch (error) {
      request.off('data', onData);
      reject(refused(error));
    }
  };
  const stop = finished(request, { writable: false }, (error) => {
    if (error) reject(new PimentoError('request-aborted', 'The request ended before its file was complete.'));
    else if (!parser.isComplete()) reject(refused(new FormError('it ends before its last boundary')));
    else if (!receiver) reject(invalid('The form has no part with a file; send it in a part called "file".'));
    else resolve();
  });
  request.on('data', onData);
  try {
    await promise;
    // it was there when the promise was resolved
    return await (receiver as FileReceiver<T>).done;
  } finally {
    stop();
    request.off('data', onData);
    // Ends whoever still waits for more of the file, and lets the caller's connection run dry.
    receiver?.fail(new Error('the upload was given up'));
    await receiver?.done.catch(() => undefined);
    request.resume();
  }
}
