// npm run bench -- files [--csv 1000000] [--xlsx 200000] [--nested 50000] [--faulty 100000] [--lines command,server,export] [--json]
// Compares imports and exports of tables with those of NDJSON with the same products, both on the command line and with files uploaded to
// the server. `csv` and `xlsx` are products of one row. `nested` are products of the real catalogues, with lists and composites in several
// rows. `faulty` is a table with 37 bad rows. Its error file must contain exactly these rows. After they have been corrected, they must
// import without errors.
// `--lines` measures only some of the lines of each sample. A count of 0 leaves a sample out. A quick run: --csv 100000 --xlsx 50000
// --nested 0.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportReport } from '@pimento/contract';
import { type RanCommand, runCommand } from './files/command.ts';
import { badRows, correctErrors, faultyDefinitions, writeFaultyTable } from './files/faulty-table.ts';
import { type Kind, writeFlatProducts, writeFlatTable } from './files/flat-products.ts';
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
    lines: { type: 'string', default: 'command,server,export' },
    json: { type: 'boolean' },
  },
});
const maxRssMb = 300;
/** Maximum number of products in the first import, during which V8 compiles the code of the server. */
const maxWarm = 100_000;

/** Products of one run, the function that writes them, and the table formats that are compared. */
interface Sample {
  name: string;
  count: number;
  kinds: readonly Kind[];
  write: (path: string, count: number) => Promise<void>;
  /** Writes the same products as a table. Undefined if only an export can write them. */
  writeTable: ((path: string, kind: Kind, count: number) => Promise<void>) | undefined;
  definitions: unknown[][];
}

interface Access {
  url: string;
  key: string;
}

/** What the formats of a sample have in common. */
interface Scene {
  folder: string;
  sample: Sample;
  /** Path of the products as NDJSON. */
  source: string;
  /** The client whose products are exported. */
  from: Access;
  access: (clientId: string) => Promise<Access>;
  /** Runs with the same products as NDJSON, if they were asked for. */
  floors: Record<'imported' | 'uploaded' | 'exported', { seconds: number } | undefined>;
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

/** The measurements of each format: imports by the command line, imports of uploaded files by the server, and exports. */
const allLines = ['command', 'server', 'export'] as const;
const asked = new Set(values.lines.split(','));
const asks = (...lines: (typeof allLines)[number][]) => lines.some((line) => asked.has(line));
if ([...asked].some((line) => !allLines.some((known) => known === line)))
  throw new Error(`--lines takes ${allLines.join(', ')}, separated by commas`);

/** Measures the imports and the export of one table format. @param floors the same runs with the same products as NDJSON */
async function measureKind(
  kind: Kind,
  { folder, sample, source, from, access, floors }: Scene,
): Promise<{ results: BenchResult[]; commands: RanCommand[] }> {
  const { name, count } = sample;
  const file = join(folder, `${name}.${kind}`);
  const results: BenchResult[] = [];
  const commands: RanCommand[] = [];
  const add = (line: string, { seconds }: { seconds: number }, floor: { seconds: number } | undefined) => {
    if (floor !== undefined)
      results.push(result(`${name}-${kind}-${line}`, count / seconds, 'products/s', count / floor.seconds));
  };
  if (sample.writeTable === undefined || asks('export')) {
    const exported = await runCommand(['export', '--out', file], from);
    commands.push(exported);
    add('export', exported, floors.exported);
  } else await sample.writeTable(file, kind, count);
  if (asks('command')) {
    const imported = await runCommand(['import', file], await access(`${name}-${kind}`));
    requireCreated(count, imported.answer);
    commands.push(imported);
    // The database cleans up after the first imports while later imports run: the same products took 8.2 s in the first import and 9.9 s in
    // the last. The floor is therefore the mean of an import before and an import after the import of the table.
    const again = await runCommand(['import', source], await access(`${name}-${kind}-again`));
    const before = floors.imported ?? again;
    add('command', imported, { seconds: (before.seconds + again.seconds) / 2 });
  }
  if (asks('server')) {
    const served = await importUpload(await access(`${name}-${kind}-upload`), file, `products.${kind}`);
    requireCreated(count, served.report);
    add('server', served, floors.uploaded);
  }
  await rm(file);
  return { results, commands };
}

/** Measures one sample on a separate server. */
async function measure(folder: string, sample: Sample): Promise<BenchResult[]> {
  const { name, count, kinds, write, definitions } = sample;
  await using server = await startBenchServer();
  const access = async (clientId: string): Promise<Access> => ({
    url: server.baseUrl,
    key: await newClient(server, clientId, definitions),
  });
  const source = join(folder, `${name}.ndjson`);
  // The first seconds of a process are not representative, because its code is not compiled yet.
  await write(source, Math.min(count, maxWarm));
  await runCommand(['import', source], await access(`${name}-warm`));
  await write(source, count);
  const from = await access(`${name}-source`);
  const needsSource = asks('command', 'export') || sample.writeTable === undefined;
  const imported = needsSource ? await runCommand(['import', source], from) : undefined;
  if (imported !== undefined) requireCreated(count, imported.answer);
  const uploaded = asks('server')
    ? await importUpload(await access(`${name}-upload`), source, 'products.ndjson')
    : undefined;
  if (uploaded !== undefined) requireCreated(count, uploaded.report);
  const out = join(folder, 'out.ndjson');
  const exported = asks('export') ? await runCommand(['export', '--out', out], from) : undefined;
  const scene = { folder, sample, source, from, access, floors: { imported, uploaded, exported } };
  const results: BenchResult[] = [];
  const commands = [imported, exported].filter((ran) => ran !== undefined);
  for (const kind of kinds) {
    const measured = await measureKind(kind, scene);
    results.push(...measured.results);
    commands.push(...measured.commands);
  }
  if (commands.length > 0) {
    const peak = Math.max(...commands.map(({ peakRssMb }) => peakRssMb));
    results.push(result(`${name}-command-rss-mb`, peak, 'MB', maxRssMb));
  }
  return [...results, result(`${name}-server-rss-mb`, await server.peakRssMb(), 'MB', maxRssMb)];
}

/**
 * Imports a table with bad rows, corrects its error file and imports the corrected file.
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

const flat = { write: writeFlatProducts, writeTable: writeFlatTable, definitions: [] };
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
          writeTable: undefined,
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
