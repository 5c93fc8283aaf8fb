import type { AnswerOf, BodyOf, ParamsOf, QueryOf, WireOperation } from '@pimento/contract';

/** An empty object type, which is not assignable to arrays or to objects with required properties. */
type Nothing = Record<string, never>;

/** A property that is required only if its value has required properties. */
type Part<Name extends string, Value> = Nothing extends Value
  ? { [N in Name]?: Value | undefined }
  : { [N in Name]: Value };
type BodyPart<O extends WireOperation> = [BodyOf<O>] extends [never] ? { body?: undefined } : Part<'body', BodyOf<O>>;

/** The input of one call. Parts without required properties are optional. */
export type CallInput<O extends WireOperation> = Part<'params', ParamsOf<O>> &
  Part<'query', QueryOf<O>> &
  BodyPart<O> & {
    headers?: Record<string, string> | undefined;
    /**
     * Idempotency key, for operations that accept one. A repeated call with the same key within 24 hours returns the first response and
     * does nothing. The call is then retried like a PUT.
     */
    idempotencyKey?: string | undefined;
    signal?: AbortSignal | undefined;
  };

/** The arguments of `call`. The input is optional if none of its parts is required. */
export type CallArguments<O extends WireOperation> =
  Nothing extends CallInput<O> ? [input?: CallInput<O>] : [input: CallInput<O>];

type ListsOf<Answer> = { [Name in keyof Answer]-?: Answer[Name] extends readonly (infer Item)[] ? Item : never };

/** One item of the list that a paged operation returns. */
export type PageItem<O extends WireOperation> = ListsOf<AnswerOf<O>>[keyof AnswerOf<O>];
