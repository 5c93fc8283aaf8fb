import type { z } from 'zod';
import type { Operation, WireOperation } from './operation.ts';

type TypesOf<O extends WireOperation> = NonNullable<O['types']>;

/** An operation without its schemas, for the same inputs and answers. */
export type Wire<O extends Operation> = WireOperation<TypesOf<O>>;

type SuccessStatus = 200 | 201 | 202 | 204;
type Successes<Answers> = { [Status in keyof Answers & SuccessStatus]: Answers[Status] }[keyof Answers & SuccessStatus];
type BodyOfAnswer<A> = A extends { schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : 'schema' extends keyof A
    ? unknown
    : undefined;

/** The body of an operation's success answer; undefined if it has no body. */
export type AnswerOf<O extends WireOperation> = BodyOfAnswer<Successes<TypesOf<O>['answers']>>;

/** Path parameters as a caller may pass them, before validation. */
export type ParamsOf<O extends WireOperation> = z.input<TypesOf<O>['params']>;
/** Query parameters as a caller may pass them, before validation. */
export type QueryOf<O extends WireOperation> = z.input<TypesOf<O>['query']>;
/** The request body as a caller may pass it, before validation; never if the operation takes none. */
export type BodyOf<O extends WireOperation> = z.input<NonNullable<TypesOf<O>['body']>>;

/** An operation that returns a page of one list and, in `next`, the cursor of the next page; null at the end. */
export type PageOperation = WireOperation & {
  types?: { answers: { 200: { schema: z.ZodType<{ next: string | null }> } } };
};
