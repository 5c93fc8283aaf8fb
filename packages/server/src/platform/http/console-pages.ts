import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { operations } from '@pimento/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';

// Inline styles are allowed, because the component library writes theme colours into a style element and positions into style attributes.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** First path segments of the URLs that the console's own router handles. */
const screens = [
  'sign-in',
  'forgot-password',
  'invitation',
  'password',
  'products',
  'compare',
  'deleted-products',
  'imports',
  'attributes',
  'channels',
  'submissions',
  'assets',
  'gateway',
  'installation',
  'notices',
  'settings',
];

const firstStep = (path: string) => path.split(/[/?#]/, 2)[1] ?? '';
/** First path segments of the API and of files. Unknown URLs below them always get a problem response, never a page. */
const interfaces = new Set([...operations.map(({ path }) => firstStep(path)), 'docs', 'openapi.json', 'static']);

/**
 * Returns true if a request is a navigation, because a person typed the URL or followed a link. Requests for scripts and images, requests
 * from programs, and all requests below `interfaces` are not navigations.
 */
function isNavigation({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return (headers.accept?.includes('text/html') ?? false) && !interfaces.has(firstStep(url));
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the URL that is used for routing. A navigation to a URL that cannot be decoded is treated as a navigation to an unknown page. */
export function readableAddress(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  const path = url.split('?', 1)[0] ?? '';
  return isReadable(path) || !isNavigation(request) ? url : `/${encodeURIComponent(path)}`;
}

/**
 * Serves the console at `/`. The page is served at the URL of every screen and, with the status 404, for every navigation to an unknown
 * URL. The files below `/static/` are cached for one year, because their names change with their content.
 */
export async function addConsolePages(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const sendPage = (reply: FastifyReply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  for (const url of ['/', ...screens.flatMap((screen) => [`/${screen}`, `/${screen}/*`])]) {
    app.get(url, (_request, reply) => sendPage(reply));
  }
  app.get('/*', (request, reply) => {
    if (isNavigation(request.raw)) return sendPage(reply.code(404).header('vary', 'accept'));
    reply.callNotFound();
    return reply;
  });
  await addStaticFiles(app, join(folder, 'static'));
}

/**
 * Serves at `/static/` the files that a folder contains at the start. The library's own route would read the whole folder (1,003 entries)
 * for each of the 50 requests of the first screen.
 */
async function addStaticFiles(app: FastifyInstance, root: string): Promise<void> {
  const names = new Set(await readdir(root));
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    // the build writes a .br and a .gz file next to each file
    preCompressed: true,
    setHeaders(reply) {
      void reply.header('vary', 'accept-encoding');
    },
  });
  app.get<{ Params: { name: string } }>('/static/:name', (request, reply) => {
    if (names.has(request.params.name)) return reply.sendFile(request.params.name);
    reply.callNotFound();
    return reply;
  });
}
