import { RetryLaterError } from '@pimento/adapter-kit';
import { z } from 'zod';

export class ShopRefusedError extends Error {
  override readonly name = 'ShopRefusedError';
  /** True if the data is invalid, so a retry cannot succeed. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Thrown if the session is missing or has expired, or if its login lacks a permission. */
export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError';
}

const answerSchema = z.object({
  data: z.unknown(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }))
    .optional(),
});

const finalCodes = new Set(['USER_INPUT_ERROR', 'ENTITY_NOT_FOUND', 'ILLEGAL_OPERATION', 'BAD_USER_INPUT']);

/**
 * Returns the data of a response from the Admin API.
 * @throws RetryLaterError if the shop fails, does not respond with GraphQL, or is not set up for this adapter
 * @throws NotSignedInError
 * @throws ShopRefusedError
 */
export async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status >= 500 || answer.status === 429) {
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    const patience = Number.isFinite(seconds) ? { afterMs: seconds * 1000 } : {};
    const reason = (await answer.text().catch(() => '')).slice(0, 300);
    throw new RetryLaterError(`The shop answers ${answer.status}: ${reason}`, patience);
  }
  const text = await answer.text();
  const { data, errors } = parseAnswer(text, answer.status);
  const [error] = errors ?? [];
  if (error === undefined) return data;
  const code = error.extensions?.code ?? '';
  if (code === 'FORBIDDEN' || code === 'UNAUTHORIZED') throw new NotSignedInError(error.message);
  if (code === 'GRAPHQL_VALIDATION_FAILED')
    throw new RetryLaterError(
      `The shop is not set up for the adapter, for example its custom fields: ${error.message}`,
    );
  throw new ShopRefusedError(error.message, finalCodes.has(code));
}

function parseAnswer(text: string, status: number): z.output<typeof answerSchema> {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new RetryLaterError(`The URL of the shop answers ${status}, but not with GraphQL.`, { cause });
  }
}
