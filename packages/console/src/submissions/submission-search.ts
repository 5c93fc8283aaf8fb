import { submissionStatuses } from '@pimento/contract/wire';

/** The search parameters of the list of submissions. */
export interface SubmissionSearch {
  channelId?: string;
  status?: (typeof submissionStatuses)[number];
}

/** Reads the search parameters of a URL; ignores unknown values. */
export function readSubmissionSearch(search: Record<string, unknown>): SubmissionSearch {
  const { channelId } = search;
  const status = submissionStatuses.find((one) => one === search['status']);
  return {
    ...(typeof channelId === 'string' && channelId !== '' ? { channelId } : {}),
    ...(status === undefined ? {} : { status }),
  };
}
