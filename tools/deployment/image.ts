// Builds the file system of the image of deploy/Dockerfile without a container engine, by following its instructions, and runs it like a
// container: read-only, as its user, without capabilities. Then imports a product, stops the container with SIGTERM, starts it again on the
// same data and reads the product. Needs root on the Debian that the Dockerfile names, and the packed product in dist/.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { debianName } from './image/base-image.ts';
import { parseDockerfile, settingsOf } from './image/dockerfile.ts';
import { buildImage } from './image/image-build.ts';
import { type Container, runImage } from './image/image-run.ts';
import { removeInBackground } from '../packing/background-removal.ts';
import { root } from '../root.ts';

const stages = parseDockerfile(readFileSync(`${root}/deploy/Dockerfile`, 'utf8'));
const last = stages.at(-1);
assert.ok(last, 'deploy/Dockerfile has a stage');
const settings = settingsOf(last);
if (process.geteuid?.() === 0 && stages.every(({ image }) => image.endsWith(`${debianName()}-slim`))) await tryImage();
else console.log(`skipped: the image is built and run as root on ${last.image} only`);

async function tryImage(): Promise<void> {
  const started = performance.now();
  const folder = mkdtempSync(`${tmpdir()}/pimento-image-`);
  try {
    execFileSync('chmod', ['755', folder]);
    mkdirSync(`${folder}/stages`);
    const image = buildImage({ stages, context: root, folder: `${folder}/stages` });
    const megabytes = Number(/^\d+/.exec(execFileSync('du', ['-sm', image], { encoding: 'utf8' }))?.[0]);
    const built = (performance.now() - started) / 1000;
    const figures = await useImage(image, `${folder}/volume`);
    console.log(`the image of deploy/Dockerfile works: ${megabytes} MB, built in ${built.toFixed(0)} s, ${figures}`);
  } finally {
    removeInBackground(folder);
  }
}

async function useImage(image: string, volume: string): Promise<string> {
  const port = await findFreePort();
  const environment = {
    PIMENTO_HOST: '127.0.0.1',
    PIMENTO_PORT: String(port),
    PIMENTO_EXAMPLE: 'empty',
    PIMENTO_DRAIN_SECONDS: '0',
    PIMENTO_LOG_LEVEL: 'silent',
  };
  const start = () => runImage({ root: image, volume, environment }, settings);
  const address = `http://127.0.0.1:${port}`;
  const first = start();
  const readySeconds = await withContainer(first, async () => {
    const seconds = await first.healthy();
    assert.deepEqual(first.inspect(), {
      userId: settings.userId,
      capabilities: '0000000000000000',
      noNewPrivileges: true,
      rootIsReadOnly: true,
    });
    return seconds;
  });
  const headers = { authorization: `Bearer ${readSecret(volume)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ products: [{ __ID: 'PEN-1', color: 'blue' }] });
  const stopped = await withContainer(first, async () => {
    const answer = await fetch(`${address}/api/import/v1/feeds/master`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200, await answer.text());
    return first.stop();
  });
  assert.equal(stopped.code, 0, 'SIGTERM ends the container with exit code 0');
  const second = start();
  await withContainer(second, async () => {
    await second.healthy();
    const answer = await fetch(`${address}/api/products/v1/products/PEN-1`, { headers });
    assert.match(await answer.text(), /"color":"blue"/, 'the volume keeps the data');
    assert.equal((await second.stop()).code, 0);
  });
  return `ready after ${readySeconds.toFixed(1)} s, stopped in ${stopped.seconds.toFixed(1)} s`;
}

/** Runs `work`, which uses a container, and stops the container if the work fails. */
async function withContainer<T>(container: Container, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await container.stop();
    throw error;
  }
}

function readSecret(volume: string): string {
  const { client } = JSON.parse(readFileSync(`${volume}/first-run.json`, 'utf8')) as { client: { secret: string } }; // the service wrote it
  return client.secret;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
