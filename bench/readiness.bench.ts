// npm run bench -- readiness [--count 20000] [--json]
// Evaluates products with 100 filled attributes for a channel of 100 targets. Each kind of figure has its own floor:
// - "evaluate only" and "read and evaluate", the processor time of one thread: JSON.parse and JSON.stringify of other products.
// - Passes: a bare driver reads the same products as text and upserts rows as wide as an evaluation, 1,000 per transaction. A pass is
// started and measured after the background work of imports has ended. "first pass" contains the time in which V8 compiles the code of a
// new thread. With 20,000 products, that is a third of the time. "pass" also writes all evaluations, but with compiled code, like most of
// the first pass of a large catalogue. Below 10,000 products, waiting for workers is a large part of the time.
// - Suggestions: the number of targets, so that the ratio is the precision of the first suggestion and the recall of the first three. They
// are measured only if ../shared/data exists.
// - "import of 1,000", "large standard", "ten changes of it" and "memory of 200,000": their limits.
// - All other figures: a comparable figure of the same run, mostly the same request without a mapping, filter, gate or shape.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBenchServer } from './import/bench-server.ts';
import { BenchChannel, p95, seconds } from './readiness/bench-channel.ts';
import { measureEvaluation } from './readiness/evaluate-only.ts';
import { removeEvaluations } from './readiness/growth.ts';
import { measureLargeStandard } from './readiness/large-standard.ts';
import { measureListMemory } from './readiness/list-memory.ts';
import { measurePassFloor } from './readiness/pass-floor.ts';
import { definitions, mapping, standard, writeProducts } from './readiness/scene.ts';
import { measureSubmits } from './readiness/submits.ts';
import { measureSuggestions } from './readiness/suggestion-figures.ts';
import { measureTrigger } from './readiness/trigger.ts';
import { printResults, result } from './report.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '20000' }, json: { type: 'boolean' } } });
const count = Number(values.count);
const clientId = 'demo';
const channelId = 'bench-shop';
const channel = `/api/channels/v1/channels/${channelId}`;
const minRatios: Record<string, number> = {
  'evaluate only': 0.9,
  pass: 0.45,
  'pass, no changes': 0.5,
  'import, mapped': 0.85,
  'trigger alone': 0.98,
  'submit, gated': 0.85,
  'page, channel shape': 0.6,
};
/** Largest allowed values of figures that have an absolute limit, in the units of the figures. */
const maxValues: Record<string, number> = {
  'edit p95': 100,
  'edit stored p95': 500,
  'import of 1,000': 3,
  'page by problem p95': 150,
  'overview p95': 50,
  'preview of 50 p95': 150,
  'preview in a pass p95': 300,
  'suggestions p95': 500,
  'large standard': 10,
  'ten changes of it': 1,
  'memory of 200,000': 200,
};

const evaluation = measureEvaluation(10_000);
const listMemory = measureListMemory();
await using server = await startBenchServer();
const secret = server.clientSecret;
await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', secret, definitions);
const files = [1, 2, 3].map((seed) => join(server.folder, `products-${seed}.json`));
for (const [index, file] of files.entries()) await writeProducts(file, count, index + 1);
const [first = '', second = '', third = ''] = files;
const database = new pg.Client({ connectionString: await server.connectionString() });
database.on('error', () => undefined); // the database may stop before this connection does
await database.connect();
await server.importFile(secret, first);
const benchChannel = new BenchChannel({ server, database, clientId, channelId });
const adapterSecret = await benchChannel.connect();
const edit = (index: number) =>
  server.call('POST', '/api/import/v1/feeds/master?origin=edit', secret, {
    products: [{ __ID: 'P000000007', text_3: `edited ${index} ${Math.random()}` }],
  });
await benchChannel.untilIdle();
const unmappedEdit = await p95(60, edit);
const unmapped = (await server.importFile(secret, second)).durationMs;
await server.call('PUT', `${channel}/mapping`, secret, mapping());
await database.query('vacuum (analyze) product');
const firstPass = await benchChannel.measurePass(() => server.call('POST', `${channel}/mapping/publish`, secret, {}));
const refresh = () => server.call('POST', `${channel}/readiness/refresh`, secret, {});
const measureFloor = () => measurePassFloor(database, clientId, channelId);
const floors = [await measureFloor()];
const again = await benchChannel.measurePass(refresh);
await removeEvaluations(database, clientId, channelId);
const fresh = await benchChannel.measurePass(refresh);
floors.push(await measureFloor());
const floor = Math.min(...floors);
const trigger = await measureTrigger(database, clientId);
const mapped = (await server.importFile(secret, third)).durationMs;
const backlog = await seconds(() => benchChannel.untilCurrent());
const mappedEdit = await p95(60, edit);
await benchChannel.untilCurrent();
const stored = await p95(20, async (index) => {
  await edit(index);
  await benchChannel.untilStored();
});
const small = join(server.folder, 'products-1000.json');
await writeProducts(small, 1_000, 4);
const smallImport = await seconds(async () => {
  await server.importFile(secret, small);
  await benchChannel.untilCurrent();
});
const page = (query: string) => server.call('GET', `/api/products/v1/products?limit=100${query}`, secret);
const plainPage = await p95(30, () => page(''));
const filtered = await p95(30, () => page('&readiness=bench-shop:invalid'));
const overview = await p95(30, () => server.call('GET', `${channel}/readiness`, secret));
const showPreview = () => server.call('POST', `${channel}/mapping/preview`, secret, { limit: 50 });
const preview = await p95(30, showPreview);
const passing = benchChannel.measurePass(refresh);
const previewInPass = await p95(30, showPreview);
await passing;
const problems = await p95(30, () =>
  server.call('GET', `${channel}/readiness/products?target=t_reference_0&code=too-long`, secret),
);
const suggestions = await p95(10, () => server.call('GET', `${channel}/mapping/suggestions`, secret));
const harmless = await seconds(async () => {
  await server.call('PUT', '/external/channels/bench-shop/standard', adapterSecret, { ...standard(), name: 'Renamed' });
  await benchChannel.untilCurrent();
});
// With this limit, all products are ready.
await benchChannel.measurePass(() =>
  server.call('PUT', '/external/channels/bench-shop/standard', adapterSecret, standard(60)),
);
const submits = await measureSubmits({ server, database, clientId, channelId, adapterSecret, count });
const large = await measureLargeStandard(server, adapterSecret);
const suggested = measureSuggestions();
await database.end();

const perSecond = (duration: number) => count / duration;
const results = [
  result('evaluate only', evaluation.evaluated, 'products/s', evaluation.floor),
  result('read and evaluate', evaluation.judged, 'products/s', evaluation.floor),
  result('pass', perSecond(fresh.pass), 'products/s', perSecond(floor)),
  result('first pass', perSecond(firstPass.pass), 'products/s', perSecond(floor)),
  result('before the pass', firstPass.before, 's', firstPass.pass),
  result('pass, no changes', perSecond(again.pass), 'products/s', perSecond(floor)),
  result('import, mapped', count / (mapped / 1000), 'products/s', count / (unmapped / 1000)),
  result('backlog', backlog, 's', mapped / 1000),
  result('trigger alone', 1_000_000 / trigger.listed, 'products/s', 1_000_000 / trigger.unlisted),
  result('import of 1,000', smallImport, 's', 3),
  result('edit stored p95', stored, 'ms', unmappedEdit),
  result('edit p95', mappedEdit, 'ms', unmappedEdit),
  result('page by outcome p95', filtered, 'ms', plainPage),
  result('page by problem p95', problems, 'ms', plainPage),
  result('overview p95', overview, 'ms', plainPage),
  result('preview of 50 p95', preview, 'ms', plainPage),
  result('preview in a pass p95', previewInPass, 'ms', plainPage),
  result('suggestions p95', suggestions, 'ms', plainPage),
  result('harmless version', harmless, 's', fresh.pass),
  result('submit, gated', perSecond(submits.gated / 1000), 'products/s', perSecond(submits.ungated / 1000)),
  result('page, channel shape', 100_000 / submits.channelPage, 'products/s', 100_000 / submits.importPage),
  result('large standard', large.first, 's', 10),
  result('ten changes of it', large.changed, 's', 1),
  result('memory of 200,000', listMemory, 'MB', 200),
  ...(suggested === undefined
    ? []
    : [
        result('first suggestion', suggested.first, 'targets', suggested.suggested),
        result('three suggestions', suggested.amongThree, 'targets', suggested.expected),
      ]),
];
printResults('readiness', results);
for (const { name, value, unit, ratio } of results) {
  const { [name]: min = 0 } = minRatios;
  const { [name]: max = Infinity } = maxValues;
  if (ratio >= min && value <= max) continue;
  console.error(ratio >= min ? `${name} is above ${max} ${unit}` : `${name} reaches less than ${min} of its floor`);
  process.exitCode = 1;
}
