import * as contract from '@pimento/contract';
import type { FastifyRequest } from 'fastify';
import { isProductId } from '../catalog/index.ts';
import {
  appendingRoute,
  type ClientCaller,
  clientRoute,
  nextCursor,
  pageOf,
  parseCursor,
  parseUuidCursor,
  readIdempotencyKey,
  type Route,
  unknownCursor,
} from '../platform/index.ts';
import { chooseIds, resolveChoice } from './snapshot/product-choice-service.ts';
import { cancelSubmission, getSubmission, resubmitFailed } from './submit/submission-service.ts';
import { viewSubmission, viewSubmissionDetail } from './progress/submission-detail-views.ts';
import {
  listResults,
  listSubmissionRows,
  type ResultRow,
  submissionExists,
  submissionViews,
} from './progress/submission-views.ts';
import { type GatedSubmitDeps, submitNow } from './submit/gated-submit-service.ts';
import { submitKeyOf } from './submit/submit-once-service.ts';
import type { SubmitDeps, SubmitRequest } from './submit/submit-service.ts';
import { withdrawNow } from './submit/withdrawal-service.ts';
import type { WithdrawalChoice } from './snapshot/product-choice-views.ts';

function resultView({ reportedAt, errors, ...row }: ResultRow): contract.ProductResult {
  return { ...row, errors: errors ?? [], reported: reportedAt?.toISOString() ?? null };
}

/** Returns the key by which a repeated request is recognized. @returns undefined if the request has no Idempotency-Key */
function onceOf(
  operation: contract.Operation,
  { caller, params, body, request }: { caller: ClientCaller; params: unknown; body: unknown; request: FastifyRequest },
): SubmitRequest['once'] {
  const key = readIdempotencyKey(request.headers);
  return key === undefined ? undefined : submitKeyOf(caller.clientId, key, [operation.id, params, body]);
}

function submitRoute(deps: GatedSubmitDeps): Route {
  return clientRoute(contract.submitProducts, async (call) => {
    const { caller, params, body } = call;
    const key = { clientId: caller.clientId, channelId: params.channelId };
    const request = Array.isArray(body) ? { productIds: body } : body;
    const choice = await (request.productIds
      ? chooseIds(deps, caller.clientId, request.productIds)
      : resolveChoice(deps, caller.clientId, request));
    const answer = await submitNow(deps, {
      key,
      choice,
      accountId: ('accountId' in request ? request.accountId : null) ?? null,
      comment: ('comment' in request ? request.comment : null) ?? null,
      expected: 'expected' in request ? request.expected : undefined,
      allowInvalid: 'allowInvalid' in request ? request.allowInvalid : undefined,
      skipUnchanged: 'skipUnchanged' in request ? request.skipUnchanged : undefined,
      once: onceOf(contract.submitProducts, call),
      origin: 'manual',
      actor: caller.actor,
    });
    return { status: 202, body: answer };
  });
}

function withdrawRoute(deps: SubmitDeps): Route {
  return clientRoute(contract.withdrawProducts, async (call) => {
    const { caller, params, body } = call;
    const request: contract.WithdrawBody = Array.isArray(body) ? { productIds: body } : body;
    const { accountId = null, comment = null, expected } = request;
    const choice: WithdrawalChoice = request.deleted
      ? { kind: 'deleted' }
      : await resolveChoice(deps, caller.clientId, request);
    const answer = await withdrawNow(deps, {
      key: { clientId: caller.clientId, channelId: params.channelId },
      choice,
      accountId,
      comment,
      expected,
      once: onceOf(contract.withdrawProducts, call),
      origin: 'manual',
      actor: caller.actor,
    });
    return { status: 202, body: answer };
  });
}

function resubmitRoute(deps: GatedSubmitDeps): Route {
  return clientRoute(contract.resubmitFailed, async (call) => {
    const { caller, params, body } = call;
    const key = { ...params, clientId: caller.clientId };
    const answer = await resubmitFailed(deps, key, {
      comment: body.comment ?? null,
      actor: caller.actor,
      accountId: body.accountId ?? undefined,
      once: onceOf(contract.resubmitFailed, call),
    });
    return { status: 202, body: answer };
  });
}

/** Creates the routes that clients use to submit, withdraw and resubmit products, and to read and cancel submissions. */
export function submissionRoutes(deps: GatedSubmitDeps & { submissionDays: number }): Route[] {
  const { database, submissionDays } = deps;
  return [
    appendingRoute(submitRoute(deps)),
    appendingRoute(withdrawRoute(deps)),
    clientRoute(contract.listSubmissions, async ({ caller, query }) => {
      const { limit, startingAfter, channelId, status } = query;
      const after = parseUuidCursor(startingAfter, 'submissionId') ?? undefined;
      const found = await listSubmissionRows(database, caller.clientId, { channelId, status, after, limit: limit + 1 });
      const isUnknown =
        after !== undefined &&
        found.length === 0 &&
        !(await submissionExists(database, { clientId: caller.clientId, submissionId: after }));
      if (isUnknown) throw unknownCursor('submissionId');
      const { rows, hasMore } = pageOf(found, limit);
      const submissions = await submissionViews(database, rows);
      return {
        status: 200,
        body: {
          submissions,
          hasMore,
          next: hasMore ? (submissions.at(-1)?.submissionId ?? null) : null,
          keptDays: submissionDays || null,
        },
      };
    }),
    clientRoute(contract.getSubmission, async ({ caller, params }) => ({
      status: 200,
      body: await viewSubmissionDetail(
        database,
        await getSubmission(database, { ...params, clientId: caller.clientId }),
      ),
    })),
    clientRoute(contract.listSubmissionProducts, async ({ caller, params, query }) => {
      const key = { ...params, clientId: caller.clientId };
      await getSubmission(database, key);
      const page = {
        results: query.result,
        after: parseCursor(query.startingAfter, isProductId),
        limit: query.limit + 1,
      };
      const found = await listResults(database, key, page);
      const { rows, hasMore } = pageOf(found, query.limit);
      const next = nextCursor(hasMore, rows.at(-1)?.productId);
      return { status: 200, body: { products: rows.map(resultView), hasMore, next } };
    }),
    clientRoute(contract.cancelSubmission, async ({ caller, params }) => ({
      status: 200,
      body: await viewSubmission(database, await cancelSubmission(deps, { ...params, clientId: caller.clientId })),
    })),
    appendingRoute(resubmitRoute(deps)),
  ];
}
