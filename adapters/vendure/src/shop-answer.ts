import { RetryLater } from '@pimento/adapter-kit';
import { z } from 'zod';

/** The shop understood a request and does not do it. */
export class ShopRefusal extends Error {
  override readonly name = 'ShopRefusal';
  /** True: what was sent is at fault, and comes to nothing however often it is sent. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** The session is over, or never was. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

const answerSchema = z.object({
  data: z.unknown(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }))
    .optional(),
});

const finalCodes = new Set(['USER_INPUT_ERROR', 'ENTITY_NOT_FOUND', 'ILLEGAL_OPERATION', 'BAD_USER_INPUT']);

/**
 * What an answer of the Admin API brings.
 * @throws RetryLater where the shop is unwell or not set up for this adapter; SignedOut; ShopRefusal
 */
export async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status >= 500 || answer.status === 429) {
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    const patience = Number.isFinite(seconds) ? { afterMs: seconds * 1000 } : {};
    const reason = (await answer.text().catch(() => '')).slice(0, 300);
    throw new RetryLater(`The shop answers ${answer.status}: ${reason}`, patience);
  }
  const text = await answer.text();
  const { data, errors } = parseAnswer(text, answer.status);
  const [error] = errors ?? [];
  if (error === undefined) return data;
  const code = error.extensions?.code ?? '';
  if (code === 'FORBIDDEN' || code === 'UNAUTHORIZED') throw new SignedOut(error.message);
  if (code === 'GRAPHQL_VALIDATION_FAILED')
    throw new RetryLater(`The shop lacks something that the adapter needs, such as its fields: ${error.message}`);
  throw new ShopRefusal(error.message, finalCodes.has(code));
}

function parseAnswer(text: string, status: number): z.output<typeof answerSchema> {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new RetryLater(`The address of the shop answers ${status} with something that is no GraphQL.`, { cause });
  }
}
