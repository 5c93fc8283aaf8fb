import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { isTracing, judgeTelemetry, startTelemetry, type Telemetry } from '../../src/platform/index.ts';
import { statementName } from '../../src/platform/telemetry/statement-name-rules.ts';
import { setTracer } from '../../src/platform/telemetry/tracing.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { type OtlpReceiver, startOtlpReceiver } from './otlp-receiver.ts';

let receiver: OtlpReceiver;
let telemetry: Telemetry;
let world: GatewayWorld;
const lines: Record<string, unknown>[] = [];

before(async () => {
  receiver = await startOtlpReceiver();
  // the libraries of OpenTelemetry read these variables
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.endpoint;
  process.env['OTEL_SERVICE_NAME'] = 'pimento-test';
  telemetry = await startTelemetry(judgeTelemetry(process.env), { version: '1.2.3', role: 'all' });
  const keep = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  world = await startGatewayWorld({ telemetry, log: pino({ level: 'info' }, keep), trustedProxies: ['127.0.0.1'] });
});
after(async () => {
  await world[Symbol.asyncDispose]();
  await telemetry[Symbol.asyncDispose]();
  setTracer(undefined);
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  delete process.env['OTEL_SERVICE_NAME'];
  await receiver[Symbol.asyncDispose]();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';

test('an import is one trace from the caller to the statements of its thread, without values', async () => {
  const client = await world.service.client('acme');
  const body = JSON.stringify({ products: [{ __ID: 'P1', __NAME: 'a very secret name' }, { __ID: 'P2' }] });
  const answer = await client.importBody(body, {
    headers: { traceparent: `00-${traceId}-${callerSpan}-01`, 'x-forwarded-for': '192.0.2.1' },
  });
  assert.equal(answer.body.created, 2, answer.text);
  await receiver.received('import thread: import');

  const spans = receiver.spans().filter((span) => span.traceId === traceId);
  const named = (name: string) => spans.find((span) => span.name === name);
  const request = named('importProducts');
  assert.equal(request?.parentSpanId, callerSpan);
  assert.equal(request?.attributes['http.route'], '/api/import/v1/feeds/:feedId');
  assert.equal(Number(request?.attributes['http.response.status_code']), 200);
  assert.equal(request?.attributes['pimento.client'], 'acme');
  assert.equal(request?.attributes['pimento.job'], answer.body.jobRef);
  const thread = named('import thread: import');
  assert.equal(thread?.parentSpanId, request?.spanId);
  for (const stage of ['compare', 'judge', 'write']) {
    const span = named(`import stage: ${stage}`);
    assert.equal(span?.parentSpanId, thread?.spanId, stage);
    assert.equal(Number(span?.attributes['pimento.products']), 2, stage);
  }
  const write = named('import stage: write');
  assert.ok(
    spans.some((span) => span.parentSpanId === write?.spanId && span.attributes['db.system.name'] === 'postgresql'),
  );
  const sent = receiver.bodies.join('');
  for (const secret of ['a very secret name', client.secret]) assert.ok(!sent.includes(secret), secret);
  assert.equal(receiver.resource()['service.name'], 'pimento-test');

  const line = lines.find(({ msg, method }) => msg === 'request' && method === 'POST');
  assert.deepEqual([line?.['trace_id'], line?.['span_id']], [traceId, request?.spanId]);
});

test('a poll is logged if it has events or fails, and at the level debug if it has none', async () => {
  const adapter = await world.adapter('quiet');
  const start = lines.length;
  assert.deepEqual(await world.poll(adapter), []);
  await world.connect(await world.service.client('quiet'), adapter, 'quiet'); // polls the event of the new account
  await ask(adapter, 'GET', '/external/events?limit=none', undefined, 400);
  const polls = lines.slice(start).filter(({ path }) => path === '/external/events');
  assert.deepEqual(
    polls.map(({ status }) => status),
    [200, 400],
  );
});

test('the parent that a caller sends without a trusted proxy is ignored', async () => {
  const client = await world.service.client('direct');
  const foreign = '1af7651916cd43dd8448eb211c80319c';
  // the caller asks for a trace that is not sampled
  await client.call('GET', '/api/asset/v1/assets', { headers: { traceparent: `00-${foreign}-${callerSpan}-00` } });
  await receiver.received('listAssets');
  const request = receiver.spans().find(({ name }) => name === 'listAssets');
  assert.notEqual(request?.traceId, foreign);
  assert.ok(!request?.parentSpanId);
});

test('submit, fetch and report have the id of the submission, and downloads and background work are spans', async () => {
  const adapter = await world.adapter('shop');
  const client = await world.service.client('shopper');
  await client.define([
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  await client.importProducts([{ __ID: 'P', picture: 'http://127.0.0.1:1/x.png' }]);
  await world.connect(client, adapter, 'shop');
  await world.service.assetRunner.drain();
  const { submissionId } = await ask(client, 'POST', '/api/submit/v1/channels/shop/products', ['P'], 202);
  await world.poll(adapter);
  await ask(adapter, 'GET', `/external/submissions/${submissionId}`);
  await receiver.received('getSubmissionHead');
  await receiver.received('download');
  await world.service.storage.drain();
  await receiver.received('worker storage of clients');

  const spans = receiver.spans();
  const ofSubmission = spans.filter(({ attributes }) => attributes['pimento.submission'] === submissionId);
  assert.deepEqual(ofSubmission.map(({ name }) => name).toSorted(), ['getSubmissionHead', 'submitProducts']);
  const download = spans.find(({ name }) => name === 'download');
  assert.equal(download?.attributes['pimento.outcome'], 'failed');
  assert.equal(download?.attributes['pimento.client'], 'shopper');
});

test('metrics are exported with the names, labels and values of /metrics', async () => {
  await telemetry[Symbol.asyncDispose]();
  const metrics = receiver.metrics();
  const requests = metrics.get('pimento_http_request_seconds').histogram;
  const imports = requests.dataPoints.find(({ attributes }: { attributes: { value: { stringValue: string } }[] }) =>
    attributes.some(({ value }) => value.stringValue === '/api/import/v1/feeds/:feedId'),
  );
  assert.equal(imports.count, 2);
  assert.equal(imports.bucketCounts.length, imports.explicitBounds.length + 1);
  assert.equal(
    imports.bucketCounts.reduce((sum: number, count: number) => sum + count, 0),
    2,
  );
  const products = metrics.get('pimento_imported_products_total').sum;
  assert.equal(products.isMonotonic, true);
  assert.ok(metrics.get('pimento_database_bytes').gauge.dataPoints[0].asDouble > 1_000_000);
});

test('telemetry is off without an endpoint, and each signal can be turned off', async () => {
  assert.equal(isTracing(), true);
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const cases = [
    [{}, false, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false, false],
    [endpoint, true, true],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, false, false],
    [{ ...endpoint, OTEL_METRICS_EXPORTER: 'none' }, true, false],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://localhost:4318/v1/metrics' }, false, true],
  ] as const;
  for (const [environment, traces, metrics] of cases)
    assert.deepEqual(judgeTelemetry(environment), { traces, metrics }, JSON.stringify(environment));
  setTracer(undefined);
  await startTelemetry(judgeTelemetry({}), { version: '1.2.3', role: 'all' });
  assert.equal(isTracing(), false);
});

test('statements are named by what they do, without values', () => {
  const cases = [
    ['\n    select product.product_id\n    from product\n    where x = $1', 'SELECT product'],
    ['insert into import_job (client_id) values ($1)', 'INSERT import_job'],
    ["delete from product where name = 'secret'", 'DELETE product'],
    ['with due as (select 1 from asset for update skip locked) update asset set x = 1 from due', 'UPDATE asset'],
    ['with due as (select 1 from asset) select * from due', 'SELECT asset'],
    ['copy product (client_id) from stdin binary', 'COPY product'],
    ['begin', 'BEGIN'],
    ["select set_config('a secret', $1, true)", 'SELECT'],
    ['vacuum', 'STATEMENT'],
  ] as const;
  for (const [statement, name] of cases) assert.equal(statementName(statement), name);
});
