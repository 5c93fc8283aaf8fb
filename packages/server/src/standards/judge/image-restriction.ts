import { type ImageParameterName, imageParameterNames } from '@pimento/contract';
import { parseDecimal } from '@pimento/formula';
import { judgePatterns } from '../../structure/core.ts';
import type { ImageRestriction } from './checked-standard.ts';

type Parameter = string | number | boolean | readonly string[];
/** Reads a parameter. @returns undefined if its value is not allowed */
type Reader = (value: Parameter) => unknown;

const mediaType = /^[\w.+-]+\/(?:[\w.+-]+|\*)$/;
const textOf = (value: Parameter): string => (Array.isArray(value) ? value.join(',') : String(value)).trim();

const readCount: Reader = (value) => (/^\d{1,15}$/.test(textOf(value)) ? Number(textOf(value)) : undefined);
const readPositive: Reader = (value) =>
  /^\d{1,9}(\.\d{1,9})?$/.test(textOf(value)) && parseDecimal(textOf(value)) !== undefined ? textOf(value) : undefined;
const readTypes: Reader = (value) => {
  const types = textOf(value)
    .split(',')
    .map((type) => type.trim().toLowerCase());
  return types.every((type) => mediaType.test(type)) ? types : undefined;
};
const readRatio: Reader = (value) => {
  const [, width, height] = /^([1-9]\d{0,5}(?:\.\d{1,6})?):([1-9]\d{0,5}(?:\.\d{1,6})?)$/.exec(textOf(value)) ?? [];
  return width === undefined || height === undefined ? undefined : { width, height };
};
const readTruth: Reader = (value) => (/^(?:true|false)$/.test(textOf(value)) ? textOf(value) === 'true' : undefined);
const readPattern: Reader = (value) =>
  judgePatterns([{ pattern: textOf(value) }]).size === 0 ? textOf(value) : undefined;

const positive = { read: readPositive, expected: 'a positive number' };
const count = { read: readCount, expected: 'a whole number' };

const readers: Record<ImageParameterName, { read: Reader; expected: string }> = {
  contentTypes: { read: readTypes, expected: 'a list of media types such as image/png or image/*' },
  maxFileSizeBytes: count,
  minPixelWidth: count,
  minPixelHeight: count,
  maxPixelWidth: count,
  maxPixelHeight: count,
  minimumPixelLongEdge: count,
  maxMegapixels: positive,
  aspectRatio: { read: readRatio, expected: 'a ratio such as 4:3' },
  aspectTolerance: positive,
  minAspect: positive,
  maxAspect: positive,
  fileNamePattern: { read: readPattern, expected: 'a pattern that RE2 accepts' },
  publicAddress: { read: readTruth, expected: 'true or false' },
};

export function isImageParameter(name: string): name is ImageParameterName {
  return imageParameterNames.some((one) => one === name);
}

/** Reads the image parameters of a restriction. @returns undefined if there are none, or if the values of all are invalid */
export function readImageRestriction(
  parameters: ReadonlyMap<string, Parameter>,
  onFault: (name: string, value: string, expected: string) => void,
): ImageRestriction | undefined {
  const values = new Map<string, unknown>();
  for (const [name, value] of parameters) {
    if (!isImageParameter(name)) continue;
    const read = readers[name].read(value);
    if (read === undefined) onFault(name, textOf(value), readers[name].expected);
    else values.set(name, read);
  }
  if (values.size === 0) return undefined;
  const {
    aspectRatio,
    aspectTolerance = '0.01',
    ...rest
  } = Object.fromEntries(values) as Partial<
    Omit<ImageRestriction, 'aspectRatio'> & { aspectRatio: { width: string; height: string }; aspectTolerance: string }
  >; // the readers return the types of the members
  return {
    ...nothingDemanded,
    ...rest,
    aspectRatio: aspectRatio && { ...aspectRatio, tolerance: aspectTolerance },
  };
}

const nothingDemanded: ImageRestriction = {
  contentTypes: undefined,
  maxFileSizeBytes: undefined,
  minPixelWidth: undefined,
  minPixelHeight: undefined,
  maxPixelWidth: undefined,
  maxPixelHeight: undefined,
  minimumPixelLongEdge: undefined,
  maxMegapixels: undefined,
  aspectRatio: undefined,
  minAspect: undefined,
  maxAspect: undefined,
  fileNamePattern: undefined,
  publicAddress: false,
};
