import assert from 'node:assert/strict';
import { createClient, ProblemError } from '@pimento/client';
import type { AnswerOf, Operation } from '@pimento/contract';

/**
 * Returns a function that calls a gateway and validates the response strictly against the contract, so that even unknown properties are
 * rejected.
 */
export function judged({ baseUrl, secret }: { baseUrl: string; secret: string }) {
  const client = createClient({ baseUrl, credential: secret, retries: 0 });
  return async <O extends Operation>(operation: O, input: object = {}): Promise<AnswerOf<O>> => {
    const answer: unknown = await client.call<Operation>(operation, input);
    assert.deepEqual(operation.answers[200]?.schema?.parse(answer), answer);
    return answer as AnswerOf<O>;
  };
}

/**
 * Returns the problem code of a refused call, or the text of any other error.
 * @throws if the call succeeds
 */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );
  return error instanceof ProblemError ? error.code : String(error);
}
