import { type CatalogCode, problemParams } from '@pimento/contract';
import { z } from 'zod';

/** Sample parameters of a problem, and the strings and numbers among them that its sentence must contain. */
export interface SampleProblem {
  code: CatalogCode;
  params: Record<string, unknown>;
  /** Marker text → name of the property that contains it. Each marker is unique within the parameters. */
  marks: Map<string, string>;
}

/** Returns sample values of a schema, with every variant, every enum value, and unique strings and numbers. */
function samplesOf(schema: z.core.$ZodType, mark: (isNumber: boolean) => string): unknown[] {
  if (schema instanceof z.ZodString) return [mark(false)];
  if (schema instanceof z.ZodNumber) return [Number(mark(true))];
  if (schema instanceof z.ZodBoolean) return [true, false];
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [schema.value];
  if (schema instanceof z.ZodRecord) return [{}];
  if (schema instanceof z.ZodNullable) return [...samplesOf(schema.unwrap(), mark), null];
  if (schema instanceof z.ZodOptional) return [...samplesOf(schema.unwrap(), mark), undefined];
  if (schema instanceof z.ZodArray) return samplesOf(schema.element, mark).map((one) => [one]);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => samplesOf(option, mark));
  if (schema instanceof z.ZodObject) return objectSamples(schema, mark);
  throw new Error(`no samples of ${schema._zod.def.type}`);
}

/**
 * Returns objects that together use every sample of every property. The number of objects is the largest number of samples of any property.
 */
function objectSamples(schema: z.ZodObject, mark: (isNumber: boolean) => string): Record<string, unknown>[] {
  const members = Object.entries(schema.shape).map(([name, member]) => ({ name, samples: samplesOf(member, mark) }));
  const length = Math.max(1, ...members.map(({ samples }) => samples.length));
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(
      members.flatMap(({ name, samples }) => {
        const sample = samples[at % samples.length];
        return sample === undefined ? [] : [[name, sample]];
      }),
    ),
  );
}

function marksOf(value: unknown, name: string, isMark: (text: string) => boolean): [string, string][] {
  if (typeof value !== 'object' || value === null) return isMark(String(value)) ? [[String(value), name]] : [];
  return Object.entries(value).flatMap(([key, part]) => marksOf(part, Array.isArray(value) ? name : key, isMark));
}

/** Returns at least one problem for each code, kind and enum value of the catalogue. */
export function sampleProblems(): SampleProblem[] {
  return Object.entries(problemParams).flatMap(([code, schema]) => {
    const given = new Set<string>();
    const mark = (isNumber: boolean) => {
      const next = isNumber ? String(301 + given.size) : `text-${given.size}`;
      given.add(next);
      return next;
    };
    return samplesOf(schema, mark).map((sample) => ({
      code: code as CatalogCode, // Object.entries returns the keys as string
      params: sample as Record<string, unknown>, // every entry of the catalogue is an object
      marks: new Map(marksOf(sample, '', (text) => given.has(text))),
    }));
  });
}
