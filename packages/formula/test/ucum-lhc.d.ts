declare module '@lhncbc/ucum-lhc' {
  interface UcumUnit {
    /** The factor to the base units of UCUM, such as metre, second and gram. */
    magnitude_: number;
    dim_: { dimVec_: readonly number[] | null };
  }
  interface UcumLhcUtils {
    getSpecifiedUnit(code: string, use: 'validate'): { unit: UcumUnit | null };
  }
  const library: { UcumLhcUtils: { getInstance(): UcumLhcUtils } };
  export default library;
}
