import type { AnswerOf, listSubmittedProducts, SubmissionHead } from '@pimento/contract';
import { problem, type SimulatedAnswer } from './simulated-answer.ts';
import type { SimulatedGateway } from './simulated-gateway.ts';
import type { SimulatedStandard } from './simulated-standard.ts';
import type { SimulatedSubmission } from './simulated-submission.ts';

type Page = AnswerOf<typeof listSubmittedProducts>;

interface PageQuery {
  limit: number;
  startingAfter?: string | undefined;
  shape?: 'import' | 'channel' | 'both' | undefined;
}

/** Returns a page of a submission in the requested shape, as the service does. */
export function pageOf(
  gateway: SimulatedGateway,
  submission: SimulatedSubmission,
  { limit, startingAfter, shape }: PageQuery,
): Page | SimulatedAnswer {
  const from = startingAfter === undefined ? 0 : Number(startingAfter);
  if (!Number.isInteger(from)) return problem('invalid-parameter', 'startingAfter: is not a cursor of this list.');
  const { channelId, operation } = submission.head();
  const standard = gateway.standard(channelId);
  const asked = shape ?? standard?.current?.document.deliver ?? 'import';
  const chosen = operation === 'withdraw' ? 'import' : asked;
  if (chosen === 'channel' && standard?.current === undefined)
    return problem('not-possible-now', 'This submission has no channel shape. Request the import shape.');
  const hasMore = from + limit < submission.products.length;
  const products = productsIn(chosen, submission.products.slice(from, from + limit), standard);
  return { products, assets: {}, hasMore, next: hasMore ? String(from + limit) : null };
}

function productsIn(
  shape: NonNullable<PageQuery['shape']>,
  products: SimulatedSubmission['products'],
  standard: SimulatedStandard | undefined,
): Page['products'] {
  if (shape === 'import') return [...products];
  return products.map((product) => {
    const shaped = { __ID: product.__ID, ...standard?.shape(product) };
    return shape === 'both' ? { ...shaped, product } : shaped;
  });
}

/** Returns the head of a submission, including the version of its data standard. */
export function headOf(gateway: SimulatedGateway, submission: SimulatedSubmission): SubmissionHead {
  const head = submission.head();
  const version = head.operation === 'withdraw' ? undefined : gateway.standard(head.channelId)?.current?.version;
  return version === undefined ? head : { ...head, standardVersion: version };
}
