/** A unit of measure. A value in the base unit of its dimension is (value + offset) × numerator / denominator. */
export interface Unit {
  /** Code of UN/ECE Recommendation 20; for a unit without one, its code of UCUM. */
  rec20: string;
  /** Code of UCUM. */
  ucum: string;
  /** The symbol that is printed. */
  symbol: string;
  dimension: string;
  numerator: bigint;
  denominator: bigint;
  /** An exact number as numerator and denominator. Only temperatures have an offset other than 0. */
  offset: { numerator: bigint; denominator: bigint };
}
