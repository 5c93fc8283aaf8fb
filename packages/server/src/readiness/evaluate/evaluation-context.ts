import type { ProblemLevel } from '@pimento/contract';
import type { Run } from '@pimento/formula';
import { type EvaluationProblem, type Fault, missingCodes } from '../values/evaluation-problem.ts';
import type { KnownAssets } from '../values/known-asset.ts';

/** Maximum number of problems that are kept for a product on a channel or, if targets are requested, for each of these targets. */
const maxProblems = 100;

/** Collects the problems of one product. */
export class EvaluationContext {
  readonly run: Run;
  readonly assets: KnownAssets;
  /** False if only the shape is requested, in which case values are not checked. */
  readonly isJudging: boolean;
  /** The first 100 problems or, if targets are requested, the first 100 of each target. The counts below include all problems. */
  readonly problems: EvaluationProblem[] = [];
  errors = 0;
  warnings = 0;
  isComplete = true;
  isValid = true;
  /** Number of the current row of a multi-valued top-level composite, from 1, without empty rows. Undefined elsewhere. */
  row: number | undefined;

  /** Requested top-level target → number of its problems that were kept. */
  readonly #requested: Map<string, number> | undefined;

  /** @param targets paths of the top-level targets whose problems are kept; undefined keeps all problems */
  constructor(run: Run, assets: KnownAssets, isJudging: boolean, targets?: readonly string[]) {
    this.run = run;
    this.assets = assets;
    this.isJudging = isJudging;
    this.#requested = targets && new Map(targets.map((target) => [target, 0]));
  }

  get problemCount(): number {
    return this.errors + this.warnings;
  }

  add(level: ProblemLevel, target: string | null, { code, params }: Fault, explanation?: string): void {
    if (level === 'warning') this.warnings += 1;
    else {
      this.errors += 1;
      if (missingCodes.has(code)) this.isComplete = false;
      else this.isValid = false;
    }
    if (!this.#isKept(target)) return;
    const problem: EvaluationProblem = { level, code, target, params };
    if (this.row !== undefined) problem.row = this.row;
    if (explanation !== undefined) problem.explanation = explanation;
    this.problems.push(problem);
  }

  #isKept(target: string | null): boolean {
    if (this.#requested === undefined) return this.problems.length < maxProblems;
    const path = target?.split('/')[0] ?? '';
    const kept = this.#requested.get(path);
    if (kept === undefined || kept >= maxProblems) return false;
    this.#requested.set(path, kept + 1);
    return true;
  }
}
