import type { z } from 'zod';
import type { Operation, WireOperation } from './operation.ts';

type TypesOf<O extends WireOperation> = NonNullable<O['types']>;

/** An operation without its schemas, with the same types of inputs and responses. */
export type Wire<O extends Operation> = WireOperation<TypesOf<O>>;

type SuccessStatus = 200 | 201 | 202 | 204;
type Successes<Answers> = { [Status in keyof Answers & SuccessStatus]: Answers[Status] }[keyof Answers & SuccessStatus];
type BodyOfAnswer<A> = A extends { schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : 'schema' extends keyof A
    ? unknown
    : undefined;

/** The body of an operation's success response, or undefined if the response has no schema. */
export type AnswerOf<O extends WireOperation> = BodyOfAnswer<Successes<TypesOf<O>['answers']>>;

/** Path parameters that a caller passes, before validation. */
export type ParamsOf<O extends WireOperation> = z.input<TypesOf<O>['params']>;
/** Query parameters that a caller passes, before validation. */
export type QueryOf<O extends WireOperation> = z.input<TypesOf<O>['query']>;
/** The request body that a caller passes, before validation, or `never` if the operation has no request body. */
export type BodyOf<O extends WireOperation> = z.input<NonNullable<TypesOf<O>['body']>>;

/** An operation that returns one page of a list. `next` is the cursor of the next page, or null on the last page. */
export type PageOperation = WireOperation & {
  types?: { answers: { 200: { schema: z.ZodType<{ next: string | null }> } } };
};
