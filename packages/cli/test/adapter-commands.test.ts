import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { plainEnvironment, run, script } from './command-line.ts';

describe('pimento adapter', () => {
  it('simulates a service that an adapter can poll, and ends on SIGTERM', async () => {
    const child = spawn(process.execPath, [script, 'adapter', 'simulate', '--port', '0', '--json'], {
      env: plainEnvironment(),
    });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]; // a small document arrives in one chunk
    const { baseUrl, secret } = JSON.parse(printed.toString());
    const answer = await fetch(`${baseUrl}/external/events?limit=100`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    const { events } = (await answer.json()) as { events: unknown[] }; // other tests check its content
    assert.equal(events.length, 23);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number]; // Node.js documents these arguments of the event
    assert.equal(code, 0);
  });

  it('names the problems of a scenario', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'scenario-'));
    test.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'scenario.json');
    await writeFile(file, '{"events":[{"type":"SUBMIT_EVENT"}]}');
    const ran = await run(['adapter', 'simulate', file]);
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /^The scenario is invalid:\n\/events\/0\/clientId must be a string\n$/);
  });

  it('reports a program that is not an adapter by exit code, table and JUnit report', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    test.after(() => rm(folder, { recursive: true }));
    const report = join(folder, 'report.xml');
    const options = ['--timeout', '2', '--junit', report, '--poll-seconds', '0.05'];
    const ran = await run([
      'adapter',
      'verify',
      ...options,
      '--',
      process.execPath,
      '-e',
      'setInterval(() => {}, 1000)',
    ]);
    assert.equal(ran.code, 1);
    assert.match(ran.stdout, /^NO {3}no event is lost /m);
    assert.match(ran.stdout, /^yes {2}credentials are never printed /m);
    assert.match(await readFile(report, 'utf8'), /<testsuite name="pimento adapter verify" tests="12" failures="3"/);
  });
});
