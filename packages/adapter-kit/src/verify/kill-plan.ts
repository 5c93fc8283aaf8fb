import type { SeenRequest } from '../simulator/index.ts';

export interface KillPlan {
  onKill(kill: () => void): void;
  recordDelivery(count: number): void;
  recordRequest(request: SeenRequest): void;
}

/** A moment at which the adapter is killed. It is reached when a step of this kind has occurred `count` times since the previous kill. */
interface Moment {
  kind: 'delivery' | 'page' | 'report' | 'acknowledgement' | 'poll';
  count: number;
}

const kinds: [Moment['kind'], string, RegExp][] = [
  ['page', 'GET', /^\/external\/submissions\/[^/]+\/products$/],
  ['report', 'POST', /^\/external\/submissions\/[^/]+\/status$/],
  ['acknowledgement', 'PUT', /^\/external\/events\//],
  ['poll', 'GET', /^\/external\/events$/],
];

/** Creates a plan that kills the adapter after unreported work, after a report, after an acknowledgement, and directly after a poll. */
export function createKillPlan(toFolder: boolean): KillPlan {
  const moments: Moment[] = [
    toFolder ? { kind: 'page', count: 2 } : { kind: 'delivery', count: 2 },
    { kind: 'report', count: 3 },
    { kind: 'acknowledgement', count: 3 },
    { kind: 'poll', count: 1 },
  ];
  let seen = 0;
  let kill: (() => void) | undefined;

  function record(kind: Moment['kind']): void {
    const [next] = moments;
    if (next?.kind !== kind) return;
    seen += 1;
    if (seen < next.count) return;
    moments.shift();
    seen = 0;
    kill?.();
  }

  return {
    onKill(given) {
      kill = given;
    },
    recordDelivery: () => record('delivery'),
    recordRequest({ method, path, status }) {
      if (status !== 200) return;
      const kind = kinds.find(([, asked, pattern]) => asked === method && pattern.test(path))?.[0];
      if (kind) record(kind);
    },
  };
}
