import type { SimulatedGateway } from '../simulator/simulated-gateway.ts';
import { judgeValues } from '../standard/value-rules.ts';
import type { Evidence } from './evidence.ts';
import type { Target } from './target.ts';

/** Checks the products that arrived in the channel shape against the data standard that the channel has at the end. */
export async function describeShapes(
  gateway: SimulatedGateway,
  channelId: string,
  target: Target,
): Promise<Evidence['shapes']> {
  const standard = gateway.standard(channelId)?.current?.document;
  if (standard === undefined) return undefined;
  const shapes = (await target.shapes?.()) ?? [];
  const faults = shapes.flatMap(({ productId, values }) =>
    judgeValues(standard, values).map((fault) => `${productId}: ${fault}`),
  );
  return { count: shapes.length, faults };
}
