import {
  installationNoticeKinds,
  type NoticeKind,
  noticeKinds,
  type NoticePreferences,
  type NoticeSettingsRequest,
  type NoticeWay,
} from '@pimento/contract';
import { type ClientId, clientIdOf } from '../../platform/index.ts';
import type { NoticeCause } from '../notice-types.ts';

/** The id under which notices about the installation are stored, in place of the id of a client. */
export const installation: ClientId = clientIdOf('');

const waysOf = (way: NoticeWay) =>
  Object.fromEntries(noticeKinds.map((kind) => [kind, way])) as NoticePreferences['ways']; // the object has one entry for each kind

/** The settings of a member who has not changed any. */
export const defaultPreferences: NoticePreferences = {
  ways: waysOf('inbox'),
  silentMinutes: 60,
  language: 'en',
  timeZone: 'UTC',
  digestHour: 7,
};
/** Kinds of notices that operators receive in the console by default, even for clients that they are not members of. */
export const operatorNoticeKinds: readonly NoticeKind[] = ['adapter-silent', ...installationNoticeKinds];
/** The settings of an operator who is not a member and has not changed any. */
export const outsiderPreferences: NoticePreferences = {
  ...defaultPreferences,
  ways: {
    ...waysOf('off'),
    ...Object.fromEntries(operatorNoticeKinds.map((kind) => [kind, defaultPreferences.ways[kind]])),
  },
};

/** Adds the stored ways of the kinds that are missing in a request. */
export const withMissingWays = (request: NoticeSettingsRequest, { ways }: NoticePreferences): NoticePreferences => ({
  ...request,
  ways: {
    ...request.ways,
    mentioned: request.ways.mentioned ?? ways.mentioned,
    'installation-key-expires': request.ways['installation-key-expires'] ?? ways['installation-key-expires'],
  },
});

/** Merges the causes of each group into one cause, which has the subject of the last one. */
export function groupCauses(causes: readonly NoticeCause[]): NoticeCause[] {
  const groups = new Map<string, NoticeCause>();
  for (const cause of causes) {
    const key = JSON.stringify([cause.clientId, cause.kind, cause.groupKey]);
    const known = groups.get(key);
    groups.set(key, { ...cause, occurrences: cause.occurrences + (known?.occurrences ?? 0) });
  }
  return [...groups.values()];
}
