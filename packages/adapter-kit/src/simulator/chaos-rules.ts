import type { FieldReader } from './field-reader.ts';

/** Faults and how often they occur. Rates are from 0 to 1. Outages are periods in milliseconds since the first request. */
export interface Chaos {
  /** Seed of the random number generator. */
  seed: number;
  /** Rate of 503 responses. The request has no effect. */
  errorRate: number;
  /** Rate of 429 responses with a Retry-After header. The request has no effect. */
  tooManyRate: number;
  retryAfterSeconds: number;
  /** Rate of responses that are delayed by `slowMs`. */
  slowRate: number;
  slowMs: number;
  /** Rate of connections that break before the response. The request takes effect. */
  dropRate: number;
  /** Rate of acknowledgements that are lost, which makes polls return the event once more. */
  duplicateRate: number;
  /** Milliseconds for which an acknowledged event is still returned. */
  lateAcknowledgeMs: number;
  /** Periods in which every request gets a 503 response or, if `isSilent`, a broken connection as during a restart of the service. */
  outages: { fromMs: number; toMs: number; isSilent: boolean }[];
}

export type Fault = 'error' | 'too-many' | 'break' | 'drop' | 'slow' | 'none';

export const calm: Chaos = {
  seed: 1,
  errorRate: 0,
  tooManyRate: 0,
  retryAfterSeconds: 1,
  slowRate: 0,
  slowMs: 0,
  dropRate: 0,
  duplicateRate: 0,
  lateAcknowledgeMs: 0,
  outages: [],
};

const longest = 3_600_000;

export function readChaos(chaos: FieldReader): Chaos {
  const rate = (name: string) => chaos.number(name, 0, 1);
  return {
    seed: chaos.count('seed', 1),
    errorRate: rate('errorRate'),
    tooManyRate: rate('tooManyRate'),
    retryAfterSeconds: chaos.count('retryAfterSeconds', 1),
    slowRate: rate('slowRate'),
    slowMs: chaos.number('slowMs', 1000, longest),
    dropRate: rate('dropRate'),
    duplicateRate: rate('duplicateRate'),
    lateAcknowledgeMs: chaos.number('lateAcknowledgeMs', 0, longest),
    outages: chaos.list('outages').map((outage) => ({
      fromMs: outage.number('fromMs', 0, longest),
      toMs: outage.number('toMs', 0, longest),
      isSilent: outage.flag('silent'),
    })),
  };
}

/** Returns the fault of a request that arrives `sinceMs` milliseconds after the first request. */
export function judgeFault(chaos: Chaos, sinceMs: number, chance: number): Fault {
  const outage = chaos.outages.find(({ fromMs, toMs }) => fromMs <= sinceMs && sinceMs < toMs);
  if (outage) return outage.isSilent ? 'break' : 'error';
  const faults: [Fault, number][] = [
    ['error', chaos.errorRate],
    ['too-many', chaos.tooManyRate],
    ['drop', chaos.dropRate],
    ['slow', chaos.slowRate],
  ];
  let upTo = 0;
  for (const [fault, rate] of faults) {
    upTo += rate;
    if (chance < upTo) return fault;
  }
  return 'none';
}
