import type { WireOperation } from '@pimento/contract';
import { ConnectionError } from './connection-error.ts';
import { isProblem } from './problem-document.ts';
import { ProblemError } from './problem-error.ts';
import { UnexpectedAnswerError } from './unexpected-answer-error.ts';

async function readText(answer: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConnectionError(answer.url, error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the body of a successful response as JSON or text, as the operation declares it. Returns undefined if it declares no body.
 * @throws UnexpectedAnswerError if the body should be JSON but is not valid (JSON is also expected for a status that the operation does not
 * declare), ConnectionError, or the abort reason of the signal
 */
export async function readAnswer(
  operation: WireOperation,
  answer: Response,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const text = await readText(answer, signal);
  const kind = operation.bodies[answer.status];
  if (kind === 'none') return undefined;
  if (kind === 'text') return text;
  const value = parse(text);
  if (value === undefined) throw new UnexpectedAnswerError(answer.url, answer.status, text);
  return value;
}

/** Returns the error for an unsuccessful response. */
export async function readRefusal(url: string, answer: Response): Promise<Error> {
  const text = await readText(answer, undefined).catch((error: unknown) => String(error));
  // the token endpoint sends problems as application/json, as RFC 6749 requires
  const isDocument = /^application\/(?:problem\+)?json/.test(answer.headers.get('content-type') ?? '');
  const document = isDocument ? parse(text) : undefined;
  return isProblem(document) ? new ProblemError(document) : new UnexpectedAnswerError(url, answer.status, text);
}
