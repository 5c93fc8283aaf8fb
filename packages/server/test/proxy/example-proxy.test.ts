import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import { chooseProxyPorts, isOpen, runProxy } from './example-proxy.ts';

test('a proxy that accepts connections but never answers is stopped, and its log is in the error', async () => {
  await using folder = await makeTemporaryFolder();
  const logFile = `${folder.path}/proxy.log`;
  await writeFile(logFile, 'waiting for a certificate');
  const ports = await chooseProxyPorts(0);
  const silent = `require('node:net').createServer().listen(${ports.https}, '127.0.0.1')`;
  await assert.rejects(
    runProxy([process.execPath, '-e', silent], { ports, logFile, maxSeconds: 2 }),
    /does not answer within 2 s: waiting for a certificate$/,
  );
  assert.equal(await isOpen(ports.https), false);
});
