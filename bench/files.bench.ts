// npm run bench -- files [--csv 1000000] [--xlsx 200000] [--nested 50000] [--faulty 100000] [--json]
// Compares imports and exports of tables with those of NDJSON with the same products, both on the command line and with files uploaded to
// the server. `csv` and `xlsx` are products of one row. `nested` are products of the real catalogues, with lists and composites in several
// rows. `faulty` is a table with 37 bad rows. Its error file must contain exactly these rows. After they have been corrected, they must
// import without errors.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportReport } from '@pimento/contract';
import { type RanCommand, runCommand } from './files/command.ts';
import { badRows, correctErrors, faultyDefinitions, writeFaultyTable } from './files/faulty-table.ts';
import { writeFlatProducts } from './files/flat-products.ts';
import { importUpload, saveErrorFile } from './files/upload.ts';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { canGenerate, readDefinitions, writeProducts } from './import/catalogue-file.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    csv: { type: 'string', default: '1000000' },
    xlsx: { type: 'string', default: '200000' },
    nested: { type: 'string', default: '50000' },
    faulty: { type: 'string', default: '100000' },
    json: { type: 'boolean' },
  },
});
const maxRssMb = 300;

type Kind = 'csv' | 'xlsx';

/** Products of one run, the function that writes them, and the table formats that are compared. */
interface Sample {
  name: string;
  count: number;
  kinds: readonly Kind[];
  write: (path: string, count: number) => Promise<void>;
  definitions: unknown[][];
}

async function newClient(server: BenchServer, clientId: string, definitions: unknown[][]): Promise<string> {
  await server.call('POST', '/console/clients', server.operatorSecret, { clientId, name: clientId });
  const key = (await server.call('POST', '/console/keys', server.operatorSecret, {
    kind: 'client',
    name: 'bench',
    clientId,
  })) as { secret: string }; // the contract declares this type
  for (const body of definitions)
    await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', key.secret, body);
  return key.secret;
}

function requireCreated(count: number, report: unknown): void {
  const { created, rejected } = report as ImportReport; // the caller passes the report of an import
  // the generator repeats a few ids per million products
  if (rejected > 0 || created < count * 0.999)
    throw new Error(`expected ${count} created: ${JSON.stringify(report).slice(0, 1_000)}`);
}

/** Measures one sample on a separate server. */
async function measure(folder: string, sample: Sample): Promise<BenchResult[]> {
  const { name, count, kinds, write, definitions } = sample;
  await using server = await startBenchServer();
  const source = join(folder, `${name}.ndjson`);
  await write(source, count);
  const access = async (clientId: string) => ({
    url: server.baseUrl,
    key: await newClient(server, clientId, definitions),
  });
  const rate = ({ seconds }: { seconds: number }) => count / seconds;
  // The first seconds of a process are not representative, because its code is not compiled yet.
  await runCommand(['import', source], await access(`${name}-warm`));
  const from = await access(`${name}-source`);
  const lines = await runCommand(['import', source], from);
  requireCreated(count, lines.answer);
  const uploaded = await importUpload(await access(`${name}-upload`), source, 'products.ndjson');
  requireCreated(count, uploaded.report);
  const exportedLines = await runCommand(['export', '--out', join(folder, 'out.ndjson')], from);
  const results: BenchResult[] = [];
  const commands: RanCommand[] = [lines, exportedLines];
  for (const kind of kinds) {
    const file = join(folder, `${name}.${kind}`);
    const exported = await runCommand(['export', '--out', file], from);
    const imported = await runCommand(['import', file], await access(`${name}-${kind}`));
    requireCreated(count, imported.answer);
    const served = await importUpload(await access(`${name}-${kind}-upload`), file, `products.${kind}`);
    requireCreated(count, served.report);
    commands.push(exported, imported);
    results.push(
      result(`${name}-${kind}-export`, rate(exported), 'products/s', rate(exportedLines)),
      result(`${name}-${kind}-command`, rate(imported), 'products/s', rate(lines)),
      result(`${name}-${kind}-server`, rate(served), 'products/s', rate(uploaded)),
    );
  }
  const peak = Math.max(...commands.map(({ peakRssMb }) => peakRssMb));
  return [
    ...results,
    result(`${name}-command-rss-mb`, peak, 'MB', maxRssMb),
    result(`${name}-server-rss-mb`, await server.peakRssMb(), 'MB', maxRssMb),
  ];
}

/**
 * Imports a table with bad rows, corrects its error file and imports that.
 * @throws Error if the number of rejected rows is wrong, or if a corrected row is rejected
 */
async function measureFaulty(folder: string, count: number): Promise<BenchResult[]> {
  await using server = await startBenchServer();
  const access = { url: server.baseUrl, key: await newClient(server, 'faulty', [faultyDefinitions]) };
  const answers = { id: 'sku', decimal: ',' } as const;
  const table = join(folder, 'faulty.csv');
  await writeFaultyTable(table, count);
  const { report } = await importUpload(access, table, 'faulty.csv', answers);
  const corrected = join(folder, 'errors.csv');
  await saveErrorFile(access, report.jobRef, corrected);
  const rows = await correctErrors(corrected);
  const { report: second } = await importUpload(access, corrected, 'errors.csv', answers);
  const found = [report.created, report.rejected, rows, second.created, second.rejected];
  if (found.join() !== [count - badRows, badRows, badRows, badRows, 0].join())
    throw new Error(`created, rejected, rows of the error file, created and rejected of these: ${found.join(', ')}`);
  return [
    result('faulty-error-rows', rows, 'rows', badRows),
    result('faulty-corrected', second.created, 'products', badRows),
  ];
}

const flat = { write: writeFlatProducts, definitions: [] };
const samples: Sample[] = [
  { name: 'csv', count: Number(values.csv), kinds: ['csv'] as const, ...flat },
  { name: 'xlsx', count: Number(values.xlsx), kinds: ['xlsx'] as const, ...flat },
  ...(canGenerate()
    ? [
        {
          name: 'nested',
          count: Number(values.nested),
          kinds: ['csv', 'xlsx'] as const,
          write: writeProducts,
          definitions: readDefinitions(),
        },
      ]
    : []),
].filter(({ count }) => count > 0);
if (!canGenerate()) console.log('The catalogues of nested products are not here (../shared, or PIMENTO_SHARED).');

const folder = await mkdtemp(join(tmpdir(), 'pimento-bench-files-'));
try {
  const results: BenchResult[] = [];
  for (const sample of samples) results.push(...(await measure(folder, sample)));
  if (Number(values.faulty) > 0) results.push(...(await measureFaulty(folder, Number(values.faulty))));
  printResults('files', results);
} finally {
  await rm(folder, { recursive: true, force: true });
}
