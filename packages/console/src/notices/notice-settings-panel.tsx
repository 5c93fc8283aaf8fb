import { getNoticeSettings } from '@pimento/contract/wire';
import { useCall } from '../session/use-call.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { NoticeSettingsForm } from './notice-settings-form.tsx';

/** The settings for the user's notices about the client. */
export function NoticeSettingsPanel() {
  const settings = useCall(getNoticeSettings, {});
  if (settings.isPending) return <ListSkeleton rows={5} />;
  if (settings.isLoadingError) return <ProblemAlert error={settings.error} retry={settings.refetch} />;
  return <NoticeSettingsForm stored={settings.data} />;
}
