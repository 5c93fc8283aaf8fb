/** A queue of work in lanes: sequential within a lane and concurrent across lanes. */
export interface Lanes<Work> {
  readonly limit: number;
  /** Lanes with work, the longest waiting first. In a busy lane, the first work item is running. */
  readonly waiting: Map<string, { queue: Work[]; isBusy: boolean; notBefore: number }>;
  busy: number;
  size: number;
}

/** @param limit maximum number of busy lanes */
export function emptyLanes<Work>(limit: number): Lanes<Work> {
  return { limit, waiting: new Map(), busy: 0, size: 0 };
}

export function addWork<Work>(lanes: Lanes<Work>, name: string, work: Work): void {
  const lane = lanes.waiting.get(name) ?? { queue: [], isBusy: false, notBefore: 0 };
  lane.queue.push(work);
  lanes.waiting.set(name, lane);
  lanes.size += 1;
}

/**
 * Returns the next work item and marks its lane as busy, or undefined if the limit is reached or if all lanes are busy, sleeping or empty.
 */
export function takeWork<Work>(lanes: Lanes<Work>, now: number): { name: string; work: Work } | undefined {
  if (lanes.busy >= lanes.limit) return undefined;
  for (const [name, lane] of lanes.waiting) {
    const [work] = lane.queue;
    if (lane.isBusy || lane.notBefore > now || work === undefined) continue;
    lane.isBusy = true;
    lanes.busy += 1;
    return { name, work };
  }
  return undefined;
}

/** Removes the completed work item of a busy lane and moves the lane to the end. */
export function finishWork(lanes: Lanes<unknown>, name: string): void {
  const lane = lanes.waiting.get(name);
  if (!lane?.isBusy) return;
  lane.isBusy = false;
  lane.queue.shift();
  lanes.busy -= 1;
  lanes.size -= 1;
  lanes.waiting.delete(name);
  if (lane.queue.length > 0) lanes.waiting.set(name, lane);
}

/** Schedules a busy lane's work item for a retry at `notBefore` or later. Until then, other lanes may run. */
export function postponeWork(lanes: Lanes<unknown>, name: string, notBefore: number): void {
  const lane = lanes.waiting.get(name);
  if (!lane?.isBusy) return;
  lane.isBusy = false;
  lane.notBefore = notBefore;
  lanes.busy -= 1;
}

/** Returns the time when the next sleeping lane wakes, or undefined if no lane is sleeping. */
export function nextWake(lanes: Lanes<unknown>, now: number): number | undefined {
  const times = [...lanes.waiting.values()].filter((lane) => !lane.isBusy && lane.notBefore > now);
  return times.length === 0 ? undefined : Math.min(...times.map((lane) => lane.notBefore));
}
