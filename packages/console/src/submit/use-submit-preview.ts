import { previewSubmit } from '@pimento/contract/wire';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { choiceBody, type SubmitChoice } from './submit-choice.ts';
import type { SubmitTarget } from './submit-targets.ts';

/**
 * Returns how many of the chosen products are ready, unchanged, held or not ready for the channel of an account. Returns undefined while
 * they are being counted, if no account is chosen, and for channels without a data standard. Returns null if the choice has too many ids
 * for one request.
 */
export function useSubmitPreview(choice: SubmitChoice, target: SubmitTarget | undefined) {
  const { api, clientId } = useWork();
  const channelId = target?.channel.channelId;
  const search = choice.kind === 'all' ? choice.search : undefined;
  const { data } = useQuery({
    queryKey: callKey(clientId, previewSubmit, channelId, target?.accountId, search, [...choice.ids]),
    queryFn:
      target?.channel.standardVersion === undefined
        ? skipToken
        : async ({ signal }) => {
            const body = await choiceBody(api, choice, undefined, signal);
            if (body === undefined) return null;
            const { accountId, channel } = target;
            return api.call(previewSubmit, {
              params: { channelId: channel.channelId },
              body: { ...body, accountId },
              signal,
            });
          },
    // not cached, so that the counts are computed each time the dialog is opened
    gcTime: 0,
    staleTime: Infinity,
  });
  return data;
}
