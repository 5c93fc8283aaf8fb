import { problem } from '@pimento/contract/problem';
import { compareFingerprints } from '../../catalog/core.ts';
import { inSpan, PimentoError, productIdOf } from '../../platform/core.ts';
import type { BatchWriter } from './batch-writer.ts';
import { BodyFaultError } from '../read/body-fault.ts';
import { decodeBody } from '../read/body-decoder.ts';
import { limitBody } from '../read/body-limit.ts';
import { type BatchCutter, createBatchCutter } from './import-batches.ts';
import { prepareBatch } from '../store/import-prepare.ts';
import type { ImportSession } from '../store/import-session.ts';
import type { ImportBatch, ImportItem } from '../judge/import-types.ts';
import { createProductSplitter, type ProductSplitter } from '../read/product-splitter.ts';

/** The number of products of a batch, as an attribute of spans. */
const sizeOf = (items: readonly ImportItem[]) => ({ 'pimento.products': items.length });

interface WaitingBatch {
  batch: ImportBatch;
  verdicts: Promise<string>;
}

/**
 * Creates a pipeline with several batches in progress. At the same time, one batch is compared with stored fingerprints, one is judged, and
 * one or two are written. Batches are stored in the order of the body.
 */
function createPipeline(session: ImportSession, writer: BatchWriter, cutter: BatchCutter, compares: boolean) {
  const { deps, request } = session;
  let waiting: WaitingBatch | undefined;
  const writing: Promise<void>[] = [];
  // Comparing stops after a batch without stored products, and starts again after a batch in which stored products were found. In a new
  // catalogue the comparison is useless and reduces throughput by 25 %. In an existing catalogue it saves most of the work.
  let comparing = compares;

  async function compare(items: readonly ImportItem[]): Promise<string> {
    if (!comparing) return '';
    const wanted = items.map((item) => ({
      productId: item.guessedId ?? productIdOf(''),
      fingerprint: item.fingerprint,
    }));
    const verdicts = await inSpan({ name: 'import stage: compare', attributes: sizeOf(items) }, () =>
      compareFingerprints(deps.database, request.clientId, wanted),
    );
    if (!/[=!]/.test(verdicts)) comparing = false;
    return verdicts;
  }

  async function judgeAndWrite({ batch, verdicts }: WaitingBatch): Promise<void> {
    const compared = await verdicts;
    const prepared = await inSpan({ name: 'import stage: judge', attributes: sizeOf(batch.items) }, () =>
      prepareBatch(session, batch, compared),
    );
    while (writing.length >= writer.depth) await writing.shift();
    const stage = { name: 'import stage: write', attributes: sizeOf(batch.items) };
    const written = inSpan(stage, () => writer.write(prepared)).then((stored) => {
      cutter.release(batch);
      comparing = compares && (comparing || stored.foundStored);
    });
    // A later batch awaits this promise. Until then, the handler prevents an unhandled rejection.
    written.catch(() => undefined);
    writing.push(written);
  }

  return {
    async add(batch: ImportBatch): Promise<void> {
      const previous = waiting;
      const verdicts = compare(batch.items);
      verdicts.catch(() => undefined);
      waiting = { batch, verdicts };
      if (previous) await judgeAndWrite(previous);
    },
    async finish(): Promise<void> {
      if (waiting) await judgeAndWrite(waiting);
      for (const written of writing) await written;
      await writer.flush();
    },
    /**
     * Waits until no batch is being written, even if writing a batch fails, so that the tally is correct. Then tries to write the progress.
     */
    async settle(): Promise<void> {
      await Promise.allSettled(writing);
      await writer.flush().catch(() => undefined);
    },
  };
}

type Step = 'more' | 'end' | { fault: unknown };

/** Reads one chunk. A fault of the body is returned as data, because the full batches before the fault must still be stored. */
async function readStep(
  session: ImportSession,
  chunks: AsyncIterator<Uint8Array>,
  splitter: ProductSplitter,
): Promise<Step> {
  const { bodyBytes } = session.deps.limits;
  try {
    const chunk = await chunks.next();
    if (chunk.done) {
      session.content?.complete();
      splitter.end();
      return 'end';
    }
    session.bytesRead += chunk.value.byteLength;
    session.content?.update(chunk.value);
    if (session.bytesRead > bodyBytes)
      throw new PimentoError(problem('body-too-large', { kind: 'decoded', maxBytes: bodyBytes }));
    splitter.push(chunk.value);
    return 'more';
  } catch (fault) {
    return { fault };
  }
}

/**
 * Reads a body to its end and stores its products batch by batch. If an error is thrown, `session.tally` has the counts of the stored
 * products. After a fault of the body, these are the products of all full batches before the fault.
 * @param source the bytes as they were sent, still encoded
 * @param compares true if products are compared with stored fingerprints; must be false if another connection cannot see the stored
 * batches, because they are in one transaction or in a temporary copy
 * @throws BodyFaultError, PimentoError (request-aborted, malformed-json, body-too-large, too-many-products, unauthorized, unknown-client),
 * JobLostError, database errors
 */
export async function readAndStore(
  session: ImportSession,
  source: AsyncIterable<Uint8Array>,
  writer: BatchWriter,
  compares: boolean,
): Promise<void> {
  const cutter = createBatchCutter(session, session.tally.handled);
  const pipeline = createPipeline(session, writer, cutter, compares);
  const splitter = createProductSplitter({
    format: session.request.format,
    maxProductBytes: session.deps.limits.productBytes,
    onProduct: cutter.add,
  });
  const sent = limitBody(source, session.deps.limits.bodyBytes);
  const chunks = decodeBody(sent, session.request.encoding);
  let step: Step = 'more';
  try {
    while (step === 'more') {
      step = await readStep(session, chunks, splitter);
      for (let full = cutter.takeFull(); full; full = cutter.takeFull()) await pipeline.add(full);
    }
    const rest = step === 'end' ? cutter.takeRest() : undefined;
    if (rest && rest.items.length > 0) await pipeline.add(rest);
    await pipeline.finish();
  } catch (error) {
    await pipeline.settle();
    throw error;
  } finally {
    await chunks.return(undefined);
  }
  if (typeof step !== 'object') return;
  if (step.fault instanceof BodyFaultError) step.fault.productsBefore = cutter.count;
  throw step.fault;
}
