/** A value that no address can carry: URLs read an empty part, "." and ".." as another path. Nothing was sent. */
export class AddressError extends TypeError {
  override readonly name = 'AddressError';

  constructor(parameter: string, value: string) {
    super(`${parameter} cannot be ${value === '' ? 'empty' : `"${value}"`}: an address cannot carry that`);
  }
}
