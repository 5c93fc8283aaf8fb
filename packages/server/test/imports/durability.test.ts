import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import type { TestCaller } from '../test-service.ts';
import { bad, definitions, options, tableOf } from './files/faulty-table.ts';
import { countsOf, fileCalls } from './files/file-calls.ts';

const rounds = Number(process.env['PIMENTO_CRASH_ROUNDS'] ?? 4);
const size = Number(process.env['PIMENTO_CRASH_PRODUCTS'] ?? 4_000);
/** Number of rows in the file whose import is interrupted. The rows fill several batches. */
const fileRows = 8_000;
/** Numbers of the rounds after the crashes, high enough to differ from those of the crash rounds. */
const [accepted, stopped] = [100_001, 100_002];

const folder = await makeDataFolder();
after(() => folder[Symbol.asyncDispose]());

const modes = ['batches', 'asynchronous', 'atomic'] as const;
type Mode = (typeof modes)[number];

const queries: Record<Mode, string> = { batches: '', asynchronous: '', atomic: '?atomic=true' };
const idOf = (round: number, at: number) => `r${round}-${String(at).padStart(7, '0')}`;
const textOf = (round: number, at: number) =>
  `{"__ID":"${idOf(round, at)}","__FAMILY":"r${round}","text":"${'x'.repeat(150)} ${at}"}`;

function* bodyOf(round: number): Generator<string> {
  yield '{"products":[';
  for (let at = 0; at < size; at += 100) {
    const part = Array.from({ length: Math.min(100, size - at) }, (_, place) => textOf(round, at + place));
    yield `${at === 0 ? '' : ',\n'}${part.join(',\n')}`;
  }
  yield ']}';
}

interface Sent {
  /** HTTP status, or undefined if there was no response. */
  status: number | undefined;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

/** Sends the body of a round. A missing response is a valid outcome. */
async function send(caller: TestCaller, baseUrl: string, round: number, mode: Mode): Promise<Sent> {
  const sending = request(`${baseUrl}/api/import/v1/feeds/master${queries[mode]}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${caller.secret}`,
      'content-type': 'application/json',
      ...(mode === 'asynchronous' ? { prefer: 'respond-async' } : {}),
    },
    agent: false,
  });
  try {
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>; // Node.js documents these arguments
    const body = Readable.from(bodyOf(round)).on('error', () => undefined);
    body.pipe(sending);
    sending.on('error', () => body.destroy());
    const [response] = await answered;
    const text = await readText(response);
    return { status: response.statusCode, body: JSON.parse(text) };
  } catch {
    return { status: undefined, body: undefined };
  }
}

/** Returns the number of stored products of a round, and asserts that they are the first products of its body. */
async function storedOf(caller: TestCaller, round: number): Promise<number> {
  const { text } = await caller.call('GET', `/api/products/v1/products/export?family=r${round}`);
  const lines = text.split('\n').filter((line) => line !== '');
  for (const [at, line] of lines.entries()) if (line !== textOf(round, at)) assert.equal(line, textOf(round, at));
  return lines.length;
}

/** Waits until the job of a round has ended and returns the job. Returns undefined if the crash happened before the job was created. */
async function jobOf(caller: TestCaller, known: ReadonlySet<string>): Promise<Sent['body']> {
  for (;;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?limit=1');
    const job = body.jobs[0];
    if (job === undefined || known.has(job.jobRef)) return undefined;
    if (job.status !== 'Importing') return job;
    await sleep(50);
  }
}

async function assertRound(
  caller: TestCaller,
  round: number,
  mode: Mode,
  sent: Sent,
  known: ReadonlySet<string>,
): Promise<void> {
  const job = await jobOf(caller, known);
  const stored = await storedOf(caller, round);
  const outcome = `round ${round}, ${mode}: answered ${String(sent.status)}, job ${JSON.stringify(job)}`;
  if (sent.status !== undefined) {
    assert.equal(sent.status, mode === 'asynchronous' ? 202 : 200, outcome);
    assert.equal(job.jobRef, sent.body.jobRef, outcome);
    assert.equal(stored, size, outcome);
  }
  if (sent.status === 202) assert.equal(job.status, 'Completed', outcome);
  assert.equal(stored, job?.handled ?? 0, outcome);
  if (job?.status === 'Completed') assert.equal(stored, size, outcome);
  else if (job) assert.equal(job.fault.code, 'interrupted', outcome);
  assert.ok(stored === size || (mode === 'atomic' ? stored === 0 : stored % 500 === 0), outcome);
}

test(`Killed ${rounds} times at random moments while ${size} products are imported, nothing that was answered is missing, and nothing is half done.`, async () => {
  await using programs = new AsyncDisposableStack();
  let program: PimentoProgram = programs.use(await startProgram(folder.data));
  assert.ok(program.baseUrl, program.stderr());
  const firstRun = program.stdout();
  assert.match(firstRun, /Keys and login/);
  let caller = await program.demo();

  // Measures an import without a crash. Its duration limits the random time after which each crash happens.
  const began = performance.now();
  assert.equal((await send(caller, program.baseUrl, 0, 'batches')).status, 200);
  const usual = performance.now() - began;
  assert.equal(await storedOf(caller, 0), size);

  let unanswered = 0;
  for (let round = 1; round <= rounds; round++) {
    const mode = modes[round % modes.length]!;
    const { body: before } = await caller.call('GET', '/api/import/v1/jobs?limit=200');
    const known = new Set<string>(before.jobs.map(({ jobRef }: { jobRef: string }) => jobRef));
    const sending = send(caller, program.baseUrl ?? '', round, mode);
    // In every fourth round, the crash happens directly after the response.
    await (round % 4 === 0 ? sending : sleep(Math.random() * usual * 0.6));
    await program.kill(round % 2 === 0 ? 'node' : 'node and database');
    const sent = await sending;
    if (sent.status === undefined) unanswered++;

    program = programs.use(await startProgram(folder.data));
    assert.ok(program.baseUrl, program.stderr());
    caller = await program.demo();
    await assertRound(caller, round, mode, sent, known);
    const stored = await storedOf(caller, round);
    const again = await send(caller, program.baseUrl, round, 'batches');
    if (again.status !== 200) console.log(again.body, program.stderr());
    assert.deepEqual([again.status, again.body.created, again.body.unchanged], [200, size - stored, stored]);
    assert.equal(await storedOf(caller, round), size);
  }
  for (let round = 0; round <= rounds; round++) assert.equal(await storedOf(caller, round), size);
  assert.equal(await program.stop(), 0);
  console.log(`${rounds} crashes, ${unanswered} of them before the answer`);
});

/** Starts the import of a file with bad rows, and waits until a part of it is stored. */
async function startFile(caller: TestCaller): Promise<{ fileId: string; jobRef: string }> {
  await caller.define(definitions);
  const files = fileCalls(caller);
  const fileId = await files.upload('killed.csv', tableOf(fileRows));
  const { jobRef } = (await files.start(fileId, options)).body;
  for (;;) {
    const { body } = await caller.call('GET', `/api/import/v1/jobs/${jobRef}`);
    if (body.handled > 0) return { fileId, jobRef };
  }
}

/** Asserts that each row of the file was handled once, and that importing the file again changes nothing. */
async function assertFile(caller: TestCaller, { fileId, jobRef }: { fileId: string; jobRef: string }): Promise<void> {
  const files = fileCalls(caller);
  const report = await files.ended(jobRef);
  assert.deepEqual([report.status, ...countsOf(report)], ['Completed', fileRows - bad, 0, 0, bad]);
  assert.equal(new Set(report.errors.map(({ cell }: { cell: { row: number } }) => cell.row)).size, bad);
  const { text } = await caller.call('GET', `/api/import/v1/jobs/${jobRef}/error-file`);
  assert.equal(text.trimEnd().split('\r\n').length, bad + 1);
  const again = await files.run(fileId, options);
  assert.deepEqual([again.status, ...countsOf(again)], ['Completed', 0, 0, fileRows - bad, bad]);
}

test('A body that was accepted with 202 and a file are imported to their end by the next start, and by the one after that.', async () => {
  await using programs = new AsyncDisposableStack();
  let program = programs.use(await startProgram(folder.data));
  let caller = await program.demo();
  const file = await startFile(caller);
  const sent = await send(caller, program.baseUrl ?? '', accepted, 'asynchronous');
  assert.equal(sent.status, 202);
  for (let crash = 0; crash < 2; crash++) {
    await program.kill('node and database');
    program = programs.use(await startProgram(folder.data));
    caller = await program.demo();
  }
  const job = await jobOf(caller, new Set());
  assert.deepEqual([job.jobRef, job.status, job.created, job.received], [sent.body.jobRef, 'Completed', size, size]);
  assert.equal(await storedOf(caller, accepted), size);
  await assertFile(caller, file);
});

test('A stop by SIGTERM during an import ends cleanly, and the job shows what was handled.', async () => {
  await using first = await startProgram(folder.data);
  const { body } = await (await first.demo()).call('GET', '/api/import/v1/jobs?limit=1');
  const sending = send(await first.demo(), first.baseUrl ?? '', stopped, 'batches');
  assert.equal(await first.stop(), 0);
  const sent = await sending;
  await using second = await startProgram(folder.data);
  const caller = await second.demo();
  const job = await jobOf(caller, new Set([body.jobs[0]?.jobRef]));
  assert.equal(await storedOf(caller, stopped), job?.handled ?? 0);
  if (sent.status === 200) assert.equal(job.handled, size);
});

test('A later start is quick and repeats nothing; one folder and one port serve one program at a time.', async () => {
  await using first = await startProgram(folder.data);
  const { secret } = await first.demo();
  await using occupant = await startProgram(folder.data);
  assert.equal(occupant.baseUrl, undefined);
  assert.equal(await occupant.ended, 2);
  assert.match(occupant.refusal(), /^Another Pimento [^\n]+\n$/);

  await using other = await makeDataFolder();
  const port = Number(new URL(first.baseUrl ?? '').port);
  await using taken = await startProgram(other.data, port);
  assert.equal(await taken.ended, 2);
  assert.match(taken.refusal(), new RegExp(`^Port ${port} is already in use[^\\n]+\\n$`));
  assert.equal(await first.stop(), 0);

  let later = await startProgram(folder.data);
  // The start is compared with a first start, which also creates the database, because a fixed limit could fail while other tests keep the
  // machine busy. Up to three starts are tried, so that one slow start does not fail the test.
  await using empty = await makeDataFolder();
  await using fresh = await startProgram(empty.data);
  for (let starts = 1; later.startMs >= fresh.startMs; starts++) {
    assert.ok(starts < 3, `${later.startMs} ms, and a first start ${fresh.startMs} ms`);
    assert.equal(await later.stop(), 0);
    later = await startProgram(folder.data);
  }
  assert.doesNotMatch(later.stdout(), /Operator login/);
  const caller = await later.demo();
  assert.equal(caller.secret, secret);
  assert.equal((await caller.call('GET', '/api/import/v1/jobs')).status, 200);
  assert.equal(await later.stop(), 0);
});
