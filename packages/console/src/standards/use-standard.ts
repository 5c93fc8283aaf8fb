import { type AnswerOf, getStandardHead } from '@pimento/contract/wire';
import { ProblemError } from '@pimento/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCall } from '../session/use-call.ts';

/** Returns the head of the current data standard of a channel. */
export const useStandard = (channelId: string): UseQueryResult<AnswerOf<typeof getStandardHead>> =>
  useCall(getStandardHead, { params: { datastandardId: channelId } });

/** Returns true if the error means that the channel has no data standard. */
export const isWithoutStandard = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'unknown-standard';
