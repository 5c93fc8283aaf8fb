/**
 * Stages of storing a batch, in the order in which it takes its locks. A batch enters a stage only when the batch before it has left that
 * stage: so it never holds a lock that the earlier one may still ask for, and neither waits in the database for the other's next step,
 * which the database could not see as the deadlock that it would be.
 */
export type Stage = 'definitions' | 'products' | 'packaging' | 'assets' | 'job';
const stages: readonly Stage[] = ['definitions', 'products', 'packaging', 'assets', 'job'];

/** The way of one batch through the stages. */
export interface Passage {
  /** Leaves the stages before and waits until the batch ahead has left this one. Rejects where the batch ahead was not stored. */
  enter: (stage: Stage) => Promise<void>;
  /** Waits until the batch ahead has left a stage, and stays where it is: to take a lock of that stage before its turn. */
  follow: (stage: Stage) => Promise<void>;
  /** The batch is stored. */
  finish: () => void;
  /** The batch is not stored, or not yet: whoever follows has to begin again after it. */
  fail: () => void;
}

/** The batch ahead was not stored at its first try. */
export class AheadFailed extends Error {}

interface Gate {
  left: Promise<void>;
  leave: () => void;
  fail: () => void;
}

function createGate(): Gate {
  const { promise: left, resolve, reject } = Promise.withResolvers<void>();
  // Nobody may be behind to hear of it.
  left.catch(() => undefined);
  return {
    left,
    leave: resolve,
    fail: () => {
      reject(new AheadFailed('the batch ahead was not stored'));
    },
  };
}

export interface FollowedPassage extends Passage {
  gates: ReadonlyMap<Stage, Gate>;
}

/** @param ahead the passage of the batch before, where there is one */
export function createPassage(ahead: FollowedPassage | undefined): FollowedPassage {
  const gates = new Map(stages.map((stage) => [stage, createGate()]));
  const follow = async (stage: Stage) => ahead?.gates.get(stage)?.left;
  return {
    gates,
    follow,
    async enter(stage) {
      for (const earlier of stages.slice(0, stages.indexOf(stage))) gates.get(earlier)?.leave();
      await follow(stage);
    },
    finish() {
      for (const gate of gates.values()) gate.leave();
    },
    fail() {
      for (const gate of gates.values()) gate.fail();
    },
  };
}

/** The passage of a batch that has nobody before or behind it. */
export const alone: Passage = {
  enter: () => Promise.resolve(),
  follow: () => Promise.resolve(),
  finish: () => undefined,
  fail: () => undefined,
};
