import type { z } from 'zod';
import type { Operation } from './operation.ts';

type SuccessStatus = 200 | 201 | 202 | 204;
type Successes<Answers> = { [Status in keyof Answers & SuccessStatus]: Answers[Status] }[keyof Answers & SuccessStatus];
type BodyOfAnswer<A> = A extends { schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : 'schema' extends keyof A
    ? unknown
    : undefined;

/** What an operation answers when it succeeds; undefined for an answer without a body. */
export type AnswerOf<O extends Operation> = BodyOfAnswer<Successes<O['answers']>>;

/** What a caller may give for the path, before it is judged. */
export type ParamsOf<O extends Operation> = z.input<O['params']>;
/** What a caller may give for the query, before it is judged. */
export type QueryOf<O extends Operation> = z.input<O['query']>;
/** What a caller may send as a body; never for an operation that takes none. */
export type BodyOf<O extends Operation> = z.input<NonNullable<O['body']>>;

/** An operation that answers a page of one list and, in `next`, where the page after it begins; null at the end. */
export type PageOperation = Operation & { answers: { 200: { schema: z.ZodType<{ next: string | null }> } } };
