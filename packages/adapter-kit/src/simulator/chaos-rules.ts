import type { FieldReader } from './field-reader.ts';

/** What goes wrong, and how often: rates are from 0 to 1, times in milliseconds from the first request on. */
export interface Chaos {
  /** The same seed gives the same row of chances. */
  seed: number;
  /** 503 instead of an answer, nothing done. */
  errorRate: number;
  /** 429 with Retry-After, nothing done. */
  tooManyRate: number;
  retryAfterSeconds: number;
  /** Answers that take `slowMs`. */
  slowRate: number;
  slowMs: number;
  /** The work is done and the connection breaks before the answer. */
  dropRate: number;
  /** Acknowledged events that come a second time. */
  duplicateRate: number;
  /** How long an acknowledged event is still given out. */
  lateAcknowledgeMs: number;
  /** Spans in which every request is answered 503, or, with `silent`, its connection broken as while the service restarts. */
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

/** What becomes of a request that comes so many milliseconds after the first one. */
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
