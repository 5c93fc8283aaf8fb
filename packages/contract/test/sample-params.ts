import { type CatalogCode, problemParams } from '@pimento/contract';
import { z } from 'zod';

/** Parameters that a problem could have, with the texts and numbers in them that its sentence can repeat. */
export interface SampleProblem {
  code: CatalogCode;
  params: Record<string, unknown>;
  /** Unique in the parameters: text → name of the member that holds it. */
  marks: Map<string, string>;
}

/** Values of a schema: every variant, every word of a set, unique texts and numbers. */
function samplesOf(schema: z.core.$ZodType, mark: (isNumber: boolean) => string): unknown[] {
  if (schema instanceof z.ZodString) return [mark(false)];
  if (schema instanceof z.ZodNumber) return [Number(mark(true))];
  if (schema instanceof z.ZodBoolean) return [true, false];
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [schema.value];
  if (schema instanceof z.ZodRecord) return [{}];
  if (schema instanceof z.ZodNullable) return [...samplesOf(schema.unwrap(), mark), null];
  if (schema instanceof z.ZodArray) return samplesOf(schema.element, mark).map((one) => [one]);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => samplesOf(option, mark));
  if (schema instanceof z.ZodObject) return objectSamples(schema, mark);
  throw new Error(`no samples of ${schema._zod.def.type}`);
}

/** As many objects as the member with most samples has, so that each sample of each member is in one of them. */
function objectSamples(schema: z.ZodObject, mark: (isNumber: boolean) => string): Record<string, unknown>[] {
  const members = Object.entries(schema.shape).map(([name, member]) => ({ name, samples: samplesOf(member, mark) }));
  const most = Math.max(1, ...members.map(({ samples }) => samples.length));
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(members.map(({ name, samples }) => [name, samples[at % samples.length]])),
  );
}

function marksOf(value: unknown, name: string, isMark: (text: string) => boolean): [string, string][] {
  if (typeof value !== 'object' || value === null) return isMark(String(value)) ? [[String(value), name]] : [];
  return Object.entries(value).flatMap(([key, part]) => marksOf(part, Array.isArray(value) ? name : key, isMark));
}

/** At least one problem for each code, kind and word of the catalogue. */
export function sampleProblems(): SampleProblem[] {
  return Object.entries(problemParams).flatMap(([code, schema]) => {
    const given = new Set<string>();
    const mark = (isNumber: boolean) => {
      const next = isNumber ? String(301 + given.size) : `text-${given.size}`;
      given.add(next);
      return next;
    };
    return samplesOf(schema, mark).map((sample) => ({
      code: code as CatalogCode, // Object.entries forgets the names
      params: sample as Record<string, unknown>, // every entry of the catalogue is an object
      marks: new Map(marksOf(sample, '', (text) => given.has(text))),
    }));
  });
}
