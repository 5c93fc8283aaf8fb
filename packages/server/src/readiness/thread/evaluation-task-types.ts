import type { TaskInput, TaskName, TaskResult } from './evaluation-thread.ts';

/** Runs tasks in the thread of the evaluations. */
export interface EvaluationTasks {
  /** Tasks that read run beside a step. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskResult<Name>>;
}
