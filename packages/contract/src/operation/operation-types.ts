import type { z } from 'zod';
import type { Operation } from './operation.ts';

type SuccessStatus = 200 | 201 | 202 | 204;
type Successes<Answers> = { [Status in keyof Answers & SuccessStatus]: Answers[Status] }[keyof Answers & SuccessStatus];
type BodyOfAnswer<A> = A extends { schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : 'schema' extends keyof A
    ? unknown
    : undefined;

/** The body of an operation's success answer; undefined if it has no body. */
export type AnswerOf<O extends Operation> = BodyOfAnswer<Successes<O['answers']>>;

/** Path parameters as a caller may pass them, before validation. */
export type ParamsOf<O extends Operation> = z.input<O['params']>;
/** Query parameters as a caller may pass them, before validation. */
export type QueryOf<O extends Operation> = z.input<O['query']>;
/** The request body as a caller may pass it, before validation; never if the operation takes none. */
export type BodyOf<O extends Operation> = z.input<NonNullable<O['body']>>;

/** An operation that returns a page of one list and, in `next`, the cursor of the next page; null at the end. */
export type PageOperation = Operation & { answers: { 200: { schema: z.ZodType<{ next: string | null }> } } };
