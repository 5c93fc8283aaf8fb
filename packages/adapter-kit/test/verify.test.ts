import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openTargetFolder } from '../src/verify/target-folder.ts';
import { junitReport, verifyAdapter, type VerifyResult } from '../src/verify/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const guide = join(root, 'docs', 'guides', 'write-an-adapter.md');

function verify(
  command: string[],
  { environment = {}, ...more }: { toFolder?: boolean; environment?: Record<string, string> } = {},
): Promise<VerifyResult> {
  return verifyAdapter({ command, environment: { ...process.env, ...environment }, timeoutSeconds: 60, ...more });
}

const fixture = (name: string) => [process.execPath, fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))];

/** Returns the guarantees that are not fulfilled, with the observations. */
function failuresOf({ verdicts }: VerifyResult): Map<string, string> {
  return new Map(verdicts.filter((one) => !one.passed).map((one) => [one.id, one.detail]));
}

// The tests run concurrently, because each run mostly waits.
describe('verify', { concurrency: 3 }, () => {
  it('passes the adapter of the guide, exactly as printed', async (test) => {
    const [, code] = /```python\n(.*?)```/s.exec(await readFile(guide, 'utf8')) ?? [];
    assert.ok(code, 'the guide holds no Python');
    const folder = await mkdtemp(join(tmpdir(), 'guide-'));
    test.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'adapter.py'), code);
    assert.deepEqual(failuresOf(await verify(['python3', join(folder, 'adapter.py')])), new Map());
  });

  it('passes the folder adapter', async () => {
    const command = [process.execPath, join(root, 'adapters/folder/src/main.ts')];
    const result = await verify(command, { toFolder: true });
    assert.deepEqual(failuresOf(result), new Map());
    const detailOf = (id: string) => result.verdicts.find((one) => one.id === id)?.detail;
    assert.equal(detailOf('withdrawals'), '3 products');
    assert.match(detailOf('standard') ?? '', /^8\d products$/, 'all products arrive in the channel shape too');
  });

  it('knows when a folder has changed last', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'target-'));
    test.after(() => rm(folder, { recursive: true }));
    const target = await openTargetFolder(folder);
    assert.equal(await target.lastChange(), 0);
    const file = join(folder, 'first.ndjson');
    await writeFile(file, '');
    assert.equal(await target.lastChange(), (await stat(file)).mtimeMs);
  });

  it('passes the folder adapter without a data standard', async () => {
    const command = [process.execPath, join(root, 'adapters/folder/src/main.ts')];
    const environment = { FOLDER_STANDARD: join(root, 'adapters/folder/none.json') };
    const result = await verify(command, { toFolder: true, environment });
    assert.deepEqual(failuresOf(result), new Map());
    const seen = result.verdicts.find(({ id }) => id === 'standard')?.detail;
    assert.equal(seen, 'the channel has no data standard');
  });

  it('detects values that the data standard does not allow, and nothing else', async () => {
    const failures = failuresOf(await verify(fixture('violates-standard.mjs')));
    assert.match(failures.get('standard') ?? '', /rank is not of the type integer: "first"/);
    assert.deepEqual([...failures.keys()], ['standard']);
  });

  it('detects lost events of an adapter that acknowledges first', async () => {
    const failures = failuresOf(await verify(fixture('acknowledges-first.mjs')));
    assert.match(failures.get('nothing-lost') ?? '', /never reached the target/);
    for (const kept of ['nothing-twice', 'back-off', 'secrets']) assert.ok(!failures.has(kept), kept);
  });

  it('detects missing back-off, and nothing else', async () => {
    const failures = failuresOf(await verify(fixture('loops-tightly.mjs')));
    assert.match(failures.get('back-off') ?? '', /^\d{2,} requests in an outage/);
    assert.deepEqual([...failures.keys()], ['back-off', 'retry-after']);
  });

  it('detects duplicates of an adapter without a journal, and nothing else', async () => {
    const failures = failuresOf(await verify(fixture('forgets.mjs')));
    assert.match(failures.get('nothing-twice') ?? '', /took effect more than once/);
    assert.deepEqual([...failures.keys()], ['nothing-twice']);
  });
});

describe('the timeout of verify', () => {
  it('ends the whole run of an adapter that does nothing', async () => {
    const command = [process.execPath, '-e', 'setInterval(() => undefined, 1000)'];
    const timeoutSeconds = 16;
    const result = await verifyAdapter({ command, environment: process.env, timeoutSeconds });
    assert.ok(failuresOf(result).has('nothing-lost'));
    assert.ok(result.seconds < timeoutSeconds, `${result.seconds} s`);
  });
});

describe('verify of withdrawals', { concurrency: 2 }, () => {
  it('passes an adapter that declares withdrawals and takes the products off', async () => {
    const result = await verify(fixture('withdraws.mjs'));
    assert.deepEqual(failuresOf(result), new Map());
    assert.equal(result.verdicts.find(({ id }) => id === 'withdrawals')?.detail, '3 products');
  });

  it('detects an adapter that declares withdrawals but delivers their products', async () => {
    const failures = failuresOf(await verify(fixture('ignores-withdrawals.mjs')));
    assert.match(failures.get('withdrawals') ?? '', /3 of 3 products are still there/);
    assert.match(failures.get('nothing-twice') ?? '', /were delivered although they are to be withdrawn/);
  });
});

describe('the JUnit report', () => {
  it('names each guarantee and escapes the observations', () => {
    const verdicts = [
      { id: 'a', guarantee: 'one', passed: true, detail: '' },
      { id: 'b', guarantee: 'two', passed: false, detail: '<"&\u0001>' },
    ];
    const report = junitReport(verdicts, 1.5);
    assert.match(report, /tests="2" failures="1" time="1.500"/);
    assert.match(report, /<failure message="&lt;&quot;&amp; &gt;"\/>/);
  });
});
