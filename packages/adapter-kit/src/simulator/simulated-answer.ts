import { randomUUID } from 'node:crypto';
import { type Problem, problemCodes, type ProblemCode } from '@pimento/contract';

export interface SimulatedAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string | string[]>;
}

/** Creates an RFC 9457 problem document in the format of the service. */
export function problem(
  code: ProblemCode,
  detail: string,
  extra: Partial<Problem> = {},
  headers: Record<string, string | string[]> = {},
): SimulatedAnswer {
  const { status, title } = problemCodes[code];
  const type = `/docs/problems#${code}`;
  const body = { type, title, status, detail, message: detail, code, requestId: randomUUID(), ...extra };
  return { status, body, headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers } };
}
