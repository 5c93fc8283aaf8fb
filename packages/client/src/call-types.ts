import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@pimento/contract';

/** The empty object: what has a required field, or is an array, does not take it. */
type Nothing = Record<string, never>;

/** Required where something in it is required. */
type Part<Name extends string, Value> = Nothing extends Value
  ? { [N in Name]?: Value | undefined }
  : { [N in Name]: Value };
type BodyPart<O extends Operation> = [BodyOf<O>] extends [never] ? { body?: undefined } : Part<'body', BodyOf<O>>;

/** What one call of an operation takes; parts in which nothing is required may be left out. */
export type CallInput<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', QueryOf<O>> &
  BodyPart<O> & { headers?: Record<string, string> | undefined; signal?: AbortSignal | undefined };

/** Left out as a whole where nothing in it is required. */
export type CallArguments<O extends Operation> =
  Nothing extends CallInput<O> ? [input?: CallInput<O>] : [input: CallInput<O>];

type ListsOf<Answer> = { [Name in keyof Answer]-?: Answer[Name] extends readonly (infer Item)[] ? Item : never };

/** One member of the list that an operation answers in pages. */
export type PageItem<O extends Operation> = ListsOf<AnswerOf<O>>[keyof AnswerOf<O>];
