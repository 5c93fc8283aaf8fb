/**
 * A situation that a person must solve before Pimento can start. The message is one clear sentence that names what is wrong
 * and what to do; it is printed as it is, without a stack, and the process ends with code 2.
 */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
