import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { problemCodes } from '@pimento/contract';
import { listProblemParams } from './problem-params.ts';

const viewerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pimento API reference</title>
<link rel="stylesheet" href="/docs/viewer/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="/docs/viewer/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
const startScript = `window.SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, displayRequestDuration: true, persistAuthorization: false, validatorUrl: null });
`;

function problemPage(): string {
  const rows = Object.entries(problemCodes).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`,
  );
  const params = listProblemParams().map(
    ({ code, kind, names }) =>
      `<tr><td><code>${code}</code></td><td>${kind === undefined ? '' : `<code>${kind}</code>`}</td><td>${names.map((name) => `<code>${name}</code>`).join(', ')}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Problem codes</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;padding:.25rem .75rem;border-bottom:1px solid #8884}tr:target{background:#fe93}:root{color-scheme:light dark}</style></head>
<body><h1>Problem codes</h1><p>Refused requests are answered as <code>application/problem+json</code> with one of these codes.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<h2>Parameters</h2><p>Every problem has <code>params</code>: what its message is made of. A code with several messages has a <code>kind</code> for each.</p>
<table><thead><tr><th>Code</th><th>Kind</th><th>Parameters</th></tr></thead><tbody>${params.join('')}</tbody></table></body></html>`;
}

/** @returns a function that computes its result only at the first call */
function once<T>(compute: () => T): () => T {
  let computed: { result: T } | undefined;
  return () => (computed ??= { result: compute() }).result;
}

/**
 * Serves /openapi.json, the browsable reference at /docs and the list of problem codes. The pages load nothing from other servers.
 * @param openApi creates the document; called for the first request instead of at the start, because creating it takes 0.3 s
 */
export async function addReferencePages(app: FastifyInstance, openApi: () => object): Promise<void> {
  const html = (text: () => string) => ({ text, type: 'text/html; charset=utf-8' });
  const pages: Record<string, { text: () => string; type: string }> = {
    '/openapi.json': { text: once(() => JSON.stringify(openApi())), type: 'application/json' },
    '/docs': html(() => page),
    '/docs/start.js': { text: () => startScript, type: 'text/javascript; charset=utf-8' },
    '/docs/problems': html(once(problemPage)),
  };
  for (const [url, { text, type }] of Object.entries(pages)) {
    app.get(url, (_request, reply) => reply.header('content-security-policy', policy).type(type).send(text()));
  }
  await app.register(fastifyStatic, {
    decorateReply: false,
    root: viewerFolder,
    prefix: '/docs/viewer/',
    index: false,
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js)$/.test(path),
    maxAge: '1h',
  });
}
