declare module '@lhncbc/ucum-lhc' {
  interface UcumUnit {
    /** The factor to the base units of UCUM, which are metre, second, gram and so on. */
    magnitude_: number;
    dim_: { dimVec_: readonly number[] | null };
  }
  interface UcumLhcUtils {
    getSpecifiedUnit(code: string, use: 'validate'): { unit: UcumUnit | null };
  }
  const library: { UcumLhcUtils: { getInstance(): UcumLhcUtils } };
  export default library;
}
