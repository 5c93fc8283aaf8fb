import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

// the component library writes the colours of its theme into a style element and positions into style attributes
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Where the console's own router goes on; every other address stays one of the interface. */
const screens = [
  'sign-in',
  'products',
  'deleted-products',
  'imports',
  'attributes',
  'channels',
  'submissions',
  'assets',
  'gateway',
  'settings',
];

/** The console at `/`: its page at every address that is one of its screens, its files for a year because their names change. */
export async function addConsolePages(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  for (const url of ['/', ...screens.flatMap((screen) => [`/${screen}`, `/${screen}/*`])]) {
    app.get(url, (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page),
    );
  }
  await app.register(fastifyStatic, {
    root: join(folder, 'static'),
    prefix: '/static/',
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    // the build puts a .br and a .gz beside each file
    preCompressed: true,
    setHeaders(reply) {
      void reply.header('vary', 'accept-encoding');
    },
  });
}
