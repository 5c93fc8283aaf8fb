// The units without the formula language, for code that must stay small.
export { findUnit, units } from './unit.ts';
export type { Unit } from '../values/unit-types.ts';
