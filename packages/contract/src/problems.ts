import { z } from 'zod';

/** Every code that an answer of kind problem+json may carry, with the status that goes with it and its short title. */
export const problemCodes = {
  'malformed-request': { status: 400, title: 'The request is not valid HTTP' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'headers-too-large': { status: 431, title: 'The headers of the request are too large' },
  'malformed-json': { status: 400, title: 'The body is not valid JSON' },
  'invalid-body': { status: 400, title: 'The body does not have the expected shape' },
  'invalid-parameter': { status: 400, title: 'A parameter has a value that is not allowed' },
  'unknown-cursor': { status: 400, title: 'The cursor was never issued here' },
  'too-many-products': { status: 413, title: 'Too many products for one transaction' },
  'invalid-client': { status: 401, title: 'Client authentication failed' },
  'unsupported-grant-type': { status: 400, title: 'The grant type is not supported' },
  unauthorized: { status: 401, title: 'No valid credential' },
  'sign-in-failed': { status: 401, title: 'E-mail address or password is wrong' },
  'key-in-query': { status: 401, title: 'Credentials belong into the Authorization header' },
  forbidden: { status: 403, title: 'The credential does not allow this' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'unknown-feed': { status: 404, title: 'Unknown feed' },
  'unknown-product': { status: 404, title: 'Unknown product' },
  'unknown-attribute': { status: 404, title: 'Unknown attribute' },
  'unknown-job': { status: 404, title: 'Unknown import job' },
  'unknown-client': { status: 404, title: 'Unknown client' },
  'unknown-person': { status: 404, title: 'Unknown person' },
  'unknown-key': { status: 404, title: 'Unknown key' },
  'unknown-asset': { status: 404, title: 'Unknown asset' },
  'unknown-adapter': { status: 404, title: 'Unknown adapter' },
  'unknown-channel': { status: 404, title: 'Unknown channel' },
  'unknown-account': { status: 404, title: 'Unknown account' },
  'unknown-connection': { status: 404, title: 'Unknown connection' },
  'unknown-event': { status: 404, title: 'Unknown event' },
  'unknown-submission': { status: 404, title: 'Unknown submission' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  'already-exists': { status: 409, title: 'It exists already' },
  'attribute-in-use': { status: 409, title: 'The attribute is in use' },
  'asset-in-use': { status: 409, title: 'The asset is in use' },
  'values-do-not-fit': { status: 409, title: 'Stored values do not fit the changed definition' },
  'idempotency-in-progress': {
    status: 409,
    title: 'The first request with this Idempotency-Key is still being handled',
  },
  'idempotency-key-reused': { status: 422, title: 'The Idempotency-Key was used for another request' },
  'not-possible-now': { status: 409, title: 'Not possible in the present state' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'product-too-large': { status: 413, title: 'One product is too large' },
  'unsupported-content-type': { status: 415, title: 'Unsupported content type' },
  'unsupported-encoding': { status: 415, title: 'Unsupported content encoding' },
  'range-not-satisfiable': { status: 416, title: 'The range is outside the content' },
  'invalid-definitions': { status: 422, title: 'The definitions are invalid' },
  'invalid-values': { status: 422, title: 'Values are invalid' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'request-aborted': { status: 400, title: 'The request ended before its body was complete' },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available right now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemCodes;

/** One of several faults inside one request. `path` is a JSON Pointer into the body. */
export const itemProblemSchema = z
  .object({
    code: z.string().describe('Stable kebab-case code'),
    path: z.string().describe('JSON Pointer into the request body'),
    message: z.string(),
    productId: z.string().optional(),
    index: z.number().int().optional().describe('Place of the product in the body, from 0'),
  })
  .meta({ id: 'ItemProblem' });
export type ItemProblem = z.infer<typeof itemProblemSchema>;

/** RFC 9457 problem details; `message` repeats `detail` for clients of the best-known hosted system. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    message: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(itemProblemSchema).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
