export { junitReport } from './junit.ts';
export type { Verdict } from './verdict-rules.ts';
export { verifyAdapter, type VerifyOptions, type VerifyResult } from './verify-adapter.ts';
