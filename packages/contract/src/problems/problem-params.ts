import type { z } from 'zod';
import { bodyParams, type jsonExpectations, type jsonFault } from './body-params.ts';
import { definitionParams, type patternFault } from './definition-params.ts';
import { evaluationParams } from './evaluation-params.ts';
import { fileParams } from './files/file-params.ts';
import { inputParams, type inputFault, type queryFault } from './input-params.ts';
import type { identifierFault } from './param-schemas.ts';
import type { ProblemCode } from './problem-codes.ts';
import { standardParams } from './standard-params.ts';
import { accessParams, stateParams, unknownParams } from './request-params.ts';
import { productParams, type typeFaultParams, valueParams } from './value-params.ts';

/**
 * The parameters of every problem, by code. They are the variable parts of its sentence. If a code has several sentences, the property
 * `kind` distinguishes them.
 */
export const problemParams = {
  ...valueParams,
  ...productParams,
  ...definitionParams,
  ...standardParams,
  ...bodyParams,
  ...inputParams,
  ...unknownParams,
  ...accessParams,
  ...stateParams,
  ...evaluationParams,
  ...fileParams,
} satisfies Record<ProblemCode, z.ZodType>;

export type ProblemParams = { [Code in keyof typeof problemParams]: z.output<(typeof problemParams)[Code]> };
/** The codes of all problems. */
export type CatalogCode = keyof ProblemParams;

export type TypeFault = keyof typeof typeFaultParams;
export type IdentifierFault = z.output<typeof identifierFault>;
export type PatternFault = z.output<typeof patternFault>;
export type JsonFault = z.output<typeof jsonFault>;
export type JsonExpectation = (typeof jsonExpectations)[number];
export type InputFault = z.output<typeof inputFault>;
export type QueryFault = z.output<typeof queryFault>;

/** Problem codes by subject. Each language has one set of sentences per subject. */
export type ValueCode = keyof typeof valueParams;
export type ProductCode = keyof typeof productParams;
export type DefinitionCode = keyof typeof definitionParams;
export type StandardCode = keyof typeof standardParams;
export type BodyCode = keyof typeof bodyParams;
export type InputCode = keyof typeof inputParams;
export type UnknownCode = keyof typeof unknownParams;
export type AccessCode = keyof typeof accessParams;
export type StateCode = keyof typeof stateParams;
export type FileCode = keyof typeof fileParams;
/** Codes that occur only in evaluations of products on channels. */
export type EvaluationOnlyCode = keyof typeof evaluationParams;
/** All codes of evaluations. Problems of values have the same codes as in master data. */
export type EvaluationCode = EvaluationOnlyCode | ValueCode | 'too-many-items' | 'unknown-category';
