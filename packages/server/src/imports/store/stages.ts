/**
 * Stages of storing a batch, in the order in which it takes its locks. A batch enters a stage only after the batch ahead has left it. So it
 * never holds a lock that the batch ahead may still request, and the two never wait for each other in a way that the database cannot
 * detect as a deadlock.
 */
export type Stage = 'definitions' | 'products' | 'packaging' | 'assets' | 'job';
const stageOrder: readonly Stage[] = ['definitions', 'products', 'packaging', 'assets', 'job'];

/** The stages of one batch. */
export interface Stages {
  /** Leaves all earlier stages and waits until the batch ahead has left this one. @returns false if the batch ahead was not stored */
  enter: (stage: Stage) => Promise<boolean>;
  /** Waits until the batch ahead has left a stage, without leaving any: to take a lock of that stage early. @returns as `enter` */
  follow: (stage: Stage) => Promise<boolean>;
  /** The batch is stored. */
  finish: () => void;
  /** The batch is not stored, or not yet: the batch behind has to start over after it. */
  fail: () => void;
}

interface Exit {
  /** Resolves when the batch leaves the stage: false if it was not stored. */
  left: Promise<boolean>;
  leave: (isStored: boolean) => void;
}

function createExit(): Exit {
  const { promise: left, resolve: leave } = Promise.withResolvers<boolean>();
  return { left, leave };
}

export interface FollowedStages extends Stages {
  exits: ReadonlyMap<Stage, Exit>;
}

/** @param ahead the stages of the batch ahead, if there is one */
export function createStages(ahead: FollowedStages | undefined): FollowedStages {
  const exits = new Map(stageOrder.map((stage) => [stage, createExit()]));
  const follow = async (stage: Stage) => (await ahead?.exits.get(stage)?.left) ?? true;
  return {
    exits,
    follow,
    async enter(stage) {
      for (const earlier of stageOrder.slice(0, stageOrder.indexOf(stage))) exits.get(earlier)?.leave(true);
      return follow(stage);
    },
    finish() {
      for (const exit of exits.values()) exit.leave(true);
    },
    fail() {
      for (const exit of exits.values()) exit.leave(false);
    },
  };
}

/** The stages of a batch that runs alone. */
export const alone: Stages = {
  enter: () => Promise.resolve(true),
  follow: () => Promise.resolve(true),
  finish: () => undefined,
  fail: () => undefined,
};
