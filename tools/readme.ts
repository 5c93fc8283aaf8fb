// Runs the instructions of README.md: every ```sh block, in order, in one shell, in a new clone. Some lines are changed: `git clone` and
// `cd` are omitted, because the clone already exists. `npm start` runs in the background, and the next line waits until the service at the
// URL in the README is ready. Before `npm test`, the service is stopped and PIMENTO_SHARED is set. `npm ci` runs only once.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fail } from './report.ts';
import { root } from './root.ts';
import { echoOf, quoted, readShellBlocks, runShell } from './shell-blocks.ts';

const patience = { readySeconds: 120, allSeconds: 3_600 };

const readme = readFileSync(`${root}/README.md`, 'utf8');
const blocks = readShellBlocks('README.md');
const address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(readme)?.[0];
if (!readme.includes('\nnpm ci && npm test\n'))
  fail('README.md does not say how to run the tests: `npm ci && npm test`');
if (address === undefined) fail('README.md names no http://localhost:<port>');

const folder = mkdtempSync(`${tmpdir()}/pimento-readme-`);
chmodSync(folder, 0o755); // readable for all users, because the database may run as a different user
try {
  execFileSync('git', ['clone', '--quiet', root, `${folder}/pimento`]);
  process.exitCode = await runShell(script(blocks, address), `${folder}/pimento`, patience.allSeconds);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(process.exitCode === 0 ? 'README.md does what it says' : 'README.md does not do what it says');

function script(blocks: string[], address: string): string {
  const preamble = [
    'set -euo pipefail',
    'set -m', // the server gets its own process group, so that all its processes can be stopped
    'server=',
    `stop() { if [ -n "$server" ]; then kill -TERM -- "-$server" 2>/dev/null || true; wait "$server" || true; fi; }`,
    'trap stop EXIT',
    'curl() { command curl --fail-with-body --show-error "$@"; }', // makes a refused request fail
    `ready() {
      for _ in $(seq ${patience.readySeconds * 2}); do
        if command curl --fail --silent --output /dev/null ${address}/readyz; then return; fi
        if ! kill -0 "$server" 2>/dev/null; then break; fi
        sleep 0.5
      done
      echo 'the server did not get ready; its output:'; cat "$log"; exit 1
    }`,
    'log=$(mktemp)',
  ];
  const steps = blocks.flatMap((block) => [echoOf(block), ...block.split('\n').map(line)]);
  return [...preamble, ...steps].join('\n');
}

function line(text: string): string {
  if (/^(git clone|cd) /.test(text)) return '';
  const start = /^(npm ci && )?((?:\w+=\S* )*npm start)$/.exec(text);
  // The packages are installed already. The service is stopped first, because the tests need its memory and cores.
  if (text.includes('npm test'))
    return `stop\nserver=\nPIMENTO_SHARED=${quoted(process.env['PIMENTO_SHARED'] ?? `${root}/../shared`)}\nexport PIMENTO_SHARED\nnpm test`;
  if (start) return `${start[1] === undefined ? '' : 'npm ci\n'}${start[2]} > "$log" 2>&1 &\nserver=$!\nready`;
  return text;
}
