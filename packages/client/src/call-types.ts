import type { AnswerOf, BodyOf, ParamsOf, QueryOf, WireOperation } from '@pimento/contract';

/** The empty object; not assignable to arrays and objects with required members. */
type Nothing = Record<string, never>;

/** A member that is required if a part of its value is required. */
type Part<Name extends string, Value> = Nothing extends Value
  ? { [N in Name]?: Value | undefined }
  : { [N in Name]: Value };
type BodyPart<O extends WireOperation> = [BodyOf<O>] extends [never] ? { body?: undefined } : Part<'body', BodyOf<O>>;

/** The input of one call; parts without required members are optional. */
export type CallInput<O extends WireOperation> = Part<'params', ParamsOf<O>> &
  Part<'query', QueryOf<O>> &
  BodyPart<O> & { headers?: Record<string, string> | undefined; signal?: AbortSignal | undefined };

/** The arguments of `call`; the input is optional if no part of it is required. */
export type CallArguments<O extends WireOperation> =
  Nothing extends CallInput<O> ? [input?: CallInput<O>] : [input: CallInput<O>];

type ListsOf<Answer> = { [Name in keyof Answer]-?: Answer[Name] extends readonly (infer Item)[] ? Item : never };

/** One member of the list that an operation returns in pages. */
export type PageItem<O extends WireOperation> = ListsOf<AnswerOf<O>>[keyof AnswerOf<O>];
