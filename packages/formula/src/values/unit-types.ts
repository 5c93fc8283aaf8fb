/** A unit of measure. The value in the base unit of the dimension is (value + offset) × numerator / denominator. */
export interface Unit {
  /** UN/ECE Recommendation 20 code, or the UCUM code of a unit without one. */
  rec20: string;
  ucum: string;
  /** The symbol that is printed for the unit. */
  symbol: string;
  dimension: string;
  numerator: bigint;
  denominator: bigint;
  /** An exact number, as numerator and denominator. Only temperatures have an offset other than 0. */
  offset: { numerator: bigint; denominator: bigint };
}
