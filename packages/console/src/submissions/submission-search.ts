import { submissionStatuses } from '@pimento/contract';

/** What the address of the log says. */
export interface SubmissionSearch {
  channelId?: string;
  status?: (typeof submissionStatuses)[number];
}

export function readSubmissionSearch(search: Record<string, unknown>): SubmissionSearch {
  const { channelId } = search;
  const status = submissionStatuses.find((one) => one === search['status']);
  return {
    ...(typeof channelId === 'string' && channelId !== '' ? { channelId } : {}),
    ...(status === undefined ? {} : { status }),
  };
}
