import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../errors.ts';

export const bodyTooLarge = (maxBytes: number) =>
  new PimentoError(problem('body-too-large', { kind: 'operation', maxBytes }), { limit: maxBytes });
