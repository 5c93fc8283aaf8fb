import { z } from 'zod';
import { attributeDefinitionInputSchema } from './definition-input.ts';
import { maxBodyBytes } from './operation/body-limit.ts';
import { accessOf } from './operation/key-scopes.ts';
import type { Operation, Permission } from './operation/operation.ts';
import { operations } from './operations.ts';
import { problemCodes, type ProblemCode } from './problems/problem-codes.ts';
import { problemSchema } from './problems/problems.ts';

type Json = Record<string, unknown>;

/** Returns a function that converts a schema to JSON Schema, and the object in which this function collects the named schemas. */
function schemaWriter() {
  const components: Record<string, Json> = {};
  function write(schema: z.ZodType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const override: unknown = z.globalRegistry.get(zodSchema)?.['override'];
        if (typeof override !== 'object' || override === null) return;
        for (const key of Object.keys(jsonSchema))
          if (key !== 'description' && key !== 'default') delete jsonSchema[key];
        Object.assign(jsonSchema, override);
      },
    });
    return hoist(made);
  }
  /** Moves `$defs` and schemas with an id to `components` and updates the references. */
  function hoist(schema: Json): Json {
    const { $schema: _dialect, $defs, ...own } = schema;
    // zod writes an object of schemas to `$defs`
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      const { id: _id, ...body } = definition;
      components[name] = rewrite(body) as Json; // rewriting an object returns an object
    }
    const body = rewrite(own) as Json; // rewriting an object returns an object
    if (typeof own['id'] !== 'string') return body;
    const { id, ...named } = body;
    components[String(id)] = named;
    return { $ref: `#/components/schemas/${String(id)}` };
  }
  function rewrite(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== 'override')
        .map(([key, part]) => [
          key,
          key === '$ref' && typeof part === 'string'
            ? part.replace('#/$defs/', '#/components/schemas/')
            : rewrite(part),
        ]),
    );
  }
  return { components, write };
}

function parameters(operation: Operation, write: (schema: z.ZodType, io: 'input') => Json): Json[] {
  const of = (location: 'path' | 'query', shape: Record<string, z.ZodType>) =>
    Object.entries(shape).map(([name, schema]) => {
      const { description, ...rest } = write(schema, 'input');
      const required = location === 'path' || !schema.safeParse(undefined).success;
      return { name, in: location, required, ...(description === undefined ? {} : { description }), schema: rest };
    });
  const headers = Object.entries(operation.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [...of('path', operation.params.shape), ...of('query', operation.query.shape), ...headers];
}

const parsed = (example: string): unknown => JSON.parse(example);

function requestBody(operation: Operation, write: (schema: z.ZodType, io: 'input') => Json): Json | undefined {
  if (operation.stream) {
    const { contentTypes, description, example } = operation.stream;
    const content = contentTypes.map((type) => [
      type,
      {
        schema: type === 'application/json' ? { type: 'object' } : { type: 'string', format: 'binary' },
        ...(example !== undefined && type === 'application/json' ? { example: parsed(example) } : {}),
      },
    ]);
    return { required: true, description, content: Object.fromEntries(content) as Json }; // the pairs consist of a media type and its schema
  }
  if (!operation.body) return undefined;
  const type = operation.form ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    required: !operation.body.safeParse({}).success,
    description: `At most ${maxBodyBytes(operation) / 1024} KiB`,
    content: { [type]: { schema: write(operation.body, 'input') } },
  };
}

/** Returns the problem responses of an operation by status, including the problems that all or most operations share. */
function problemAnswers(operation: Operation): Record<string, Json> {
  const common: ProblemCode[] =
    operation.permission.who === 'anyone' ? [] : ['unauthorized', 'key-in-query', 'forbidden', 'too-many-requests'];
  if (operation.body) common.push('body-too-large');
  if (operation.method !== 'GET') common.push('storage-full');
  const byStatus = Map.groupBy(
    [...common, ...operation.problems, 'internal-error', 'unavailable'] satisfies ProblemCode[],
    (code) => problemCodes[code].status,
  );
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: [...new Set(codes)].map((code) => `\`${code}\`: ${problemCodes[code].title}`).join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function answers(operation: Operation, write: (schema: z.ZodType, io: 'output') => Json): Json {
  const own = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      ...(answer.schema
        ? { content: { [answer.contentType ?? 'application/json']: { schema: write(answer.schema, 'output') } } }
        : {}),
    },
  ]);
  return { ...problemAnswers(operation), ...(Object.fromEntries(own) as Json) }; // the pairs consist of a status and its response
}

function security(permission: Permission): Json[] {
  if (permission.who === 'anyone') return [];
  const session: Json = { session: [] };
  const sessionForClient: Json = { session: [], client: [] };
  const keys: Json[] = [{ bearer: [] }, { basic: [] }];
  switch (permission.who) {
    case 'person':
      return [session];
    case 'member':
    case 'owner':
      return [sessionForClient];
    case 'client':
      return [...keys, sessionForClient];
    case 'operator':
      return [...keys, session];
    case 'adapter':
      return keys;
  }
}

function permissionSentence(operation: Operation): string {
  const { permission } = operation;
  if (permission.who === 'client')
    return `Requires a client key with the scope \`${permission.scope}\` or \`${permission.scope}:${accessOf(operation)}\`, or a console session and the client in the header \`Pimento-Client\`.`;
  if (permission.who === 'anyone') return 'Requires no credential.';
  if (permission.who === 'person') return 'Requires a console session.';
  if (permission.who === 'member')
    return 'Requires a console session of a member of the client in the header `Pimento-Client`.';
  if (permission.who === 'owner')
    return 'Requires a console session of an owner of the client in the header `Pimento-Client`.';
  if (permission.who === 'operator') return 'Requires an operator key, or a console session of an operator.';
  return 'Requires an adapter key.';
}

/** Builds the OpenAPI 3.1 document of the service from the operations. The same operations always give the same document. */
export function openApiDocument(version = '0.1.0'): Json {
  const { components, write } = schemaWriter();
  write(problemSchema, 'output');
  write(attributeDefinitionInputSchema, 'input');
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const body = requestBody(operation, write);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        tags: [operation.tag],
        summary: operation.summary,
        description: [operation.description, permissionSentence(operation)].filter(Boolean).join('\n\n'),
        security: security(operation.permission),
        parameters: parameters(operation, write),
        ...(body ? { requestBody: body } : {}),
        responses: answers(operation, write),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pimento',
      version,
      description: 'Product information management: import, definitions, products, keys and the adapter gateway.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret of a key, or a token from /oauth/token. The bare secret without a scheme works too.',
        },
        client: {
          type: 'apiKey',
          in: 'header',
          name: 'Pimento-Client',
          description: 'The clientId that a request with a console session is for. It is not a secret.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'pimento.session_token',
          description:
            'Set by POST /console/session. Writes are only accepted from pages of the service itself (Sec-Fetch-Site or Origin).',
        },
        basic: { type: 'http', scheme: 'basic', description: 'keyId:secret' },
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
