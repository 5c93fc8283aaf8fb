/**
 * Stages of storing a batch, in the order in which locks are taken. A batch enters a stage only after the batch ahead has left that stage.
 * Therefore a batch never holds a lock that the batch ahead may still request, and two batches cannot cause a deadlock that the database
 * cannot detect.
 */
export type Stage = 'definitions' | 'products' | 'packaging' | 'assets' | 'job';
const stageOrder: readonly Stage[] = ['definitions', 'products', 'packaging', 'assets', 'job'];

/** The stages of one batch. */
export interface Stages {
  /**
   * Leaves all earlier stages and waits until the batch ahead has left the given stage.
   * @returns false if the batch ahead was not stored
   */
  enter: (stage: Stage) => Promise<boolean>;
  /**
   * Waits until the batch ahead has left a stage, but leaves no stage itself. Use this to take a lock of that stage early.
   * @returns false if the batch ahead was not stored
   */
  follow: (stage: Stage) => Promise<boolean>;
  /** Marks the batch as stored. */
  finish: () => void;
  /** Marks the attempt as failed, so the batch behind must start over after this batch. */
  fail: () => void;
}

interface Exit {
  /** Resolves when the batch leaves the stage. The result is false if the batch was not stored. */
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

/** @param ahead the stages of the batch ahead; undefined if there is none */
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

/** The stages of a batch that has no batch ahead. */
export const alone: Stages = {
  enter: () => Promise.resolve(true),
  follow: () => Promise.resolve(true),
  finish: () => undefined,
  fail: () => undefined,
};
