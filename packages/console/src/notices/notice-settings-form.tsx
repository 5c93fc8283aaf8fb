import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { NoticeSettings } from '@pimento/contract';
import { putNoticeSettings } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { FailedAction } from '../ui/failed-action.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { MailFields } from './mail-fields.tsx';
import { draftOf } from './notice-draft.ts';
import { useNoticeTexts } from './use-notice-texts.ts';
import { WayFields } from './way-fields.tsx';

/** The form that edits how the user is notified. */
export function NoticeSettingsForm({ stored }: { stored: NoticeSettings }) {
  const { messages: t, language } = useLanguage();
  const texts = useNoticeTexts();
  const { clientName } = useWork();
  const [first, setFirst] = useState(() =>
    draftOf(stored, { language, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }),
  );
  const [draft, setDraft] = useState(first);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first);
  useUnsaved(isDirty);
  const save = useChange(
    (api, body: typeof draft) => api.call(putNoticeSettings, { body }),
    (_, sent) => {
      setFirst(sent);
      return texts.saved;
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  const { mailProblem, canMail, email } = stored;
  return (
    <Paper withBorder p="lg" maw={720} component="form" onSubmit={submit}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {texts.settingsText(clientName, email)}
        </Text>
        {!canMail && (
          <Alert color="gray" variant="light" title={texts.noMail}>
            {texts.noMailText}
          </Alert>
        )}
        {mailProblem !== null && (
          <Alert color="orange" variant="light" title={texts.mailProblem}>
            {texts.mailProblems[mailProblem]}
          </Alert>
        )}
        <WayFields draft={draft} canMail={canMail} onChange={(change) => setDraft({ ...draft, ...change })} />
        {canMail && <MailFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />}
        <FailedAction error={save.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!isDirty && stored.saved}>
            {t.common.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
