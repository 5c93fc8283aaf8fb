import type { TaskInput, TaskName, TaskResult } from './evaluation-thread.ts';

/** Runs tasks in the thread of the evaluations. */
export interface EvaluationTasks {
  /** Runs a task. Tasks that only read can run at the same time as a step. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskResult<Name>>;
}
