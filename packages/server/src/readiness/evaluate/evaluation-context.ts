import type { ProblemLevel } from '@pimento/contract';
import type { Run } from '@pimento/formula';
import { type EvaluationProblem, type Fault, missingCodes } from '../values/evaluation-problem.ts';
import type { KnownAssets } from '../values/known-asset.ts';

/** Maximum number of problems that are stored for a product on a channel. */
const maxProblems = 100;

/** Collects the problems of one product. */
export class EvaluationContext {
  readonly run: Run;
  readonly assets: KnownAssets;
  /** False if only the shape is requested, in which case values are not checked. */
  readonly isJudging: boolean;
  /** The first 100 problems. The counts below include all problems. */
  readonly problems: EvaluationProblem[] = [];
  errors = 0;
  warnings = 0;
  isComplete = true;
  isValid = true;
  /** Index of the current row of the outermost composite, from 1. Undefined outside of rows. */
  row: number | undefined;

  constructor(run: Run, assets: KnownAssets, isJudging: boolean) {
    this.run = run;
    this.assets = assets;
    this.isJudging = isJudging;
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
    if (this.problems.length >= maxProblems) return;
    const problem: EvaluationProblem = { level, code, target, params };
    if (this.row !== undefined) problem.row = this.row;
    if (explanation !== undefined) problem.explanation = explanation;
    this.problems.push(problem);
  }
}
