import { submissionStatuses } from '@pimento/contract/wire';
import { choiceIn, textIn, without } from '../ui/search-texts.ts';

/** The search parameters of the list of submissions. */
export interface SubmissionSearch {
  channelId?: string;
  status?: (typeof submissionStatuses)[number];
}

/** Reads the search parameters of a URL. Ignores unknown values. */
export const readSubmissionSearch = (search: Record<string, unknown>): SubmissionSearch =>
  without<SubmissionSearch>({
    channelId: textIn(search, 'channelId'),
    status: choiceIn(search, 'status', submissionStatuses),
  });
