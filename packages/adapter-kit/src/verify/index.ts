export type { Arrival } from './evidence.ts';
export { junitReport } from './junit.ts';
export { type OpenTarget, poisonPrefix, refusedPrefix, type Target, type TargetSetup } from './target.ts';
export type { Verdict } from './verdict-rules.ts';
export { verifyAdapter, type VerifyOptions, type VerifyResult } from './verify-adapter.ts';
