/** Thrown if a value cannot be part of a URL path, because an empty value, "." or ".." would change the path. No request was sent. */
export class AddressError extends TypeError {
  override readonly name = 'AddressError';

  constructor(parameter: string, value: string) {
    super(`${parameter} cannot be ${value === '' ? 'empty' : `"${value}"`}: it cannot be a part of a URL path`);
  }
}
