import { Alert, Anchor, Button, Group, NumberInput, Paper, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { type AutomaticSubmit, type ConnectionView, getAutomaticSubmit, putAutomaticSubmit } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useCall } from '../../session/use-call.ts';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { useEdit } from '../../ui/use-edit.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { bodyOf, rulePartsOf, type Rules, rulesOf, type StoredRules } from './automatic-rules.ts';
import classes from '../channels.module.css';
import { ScheduleFields } from './schedule-fields.tsx';

/** The rules by which a connection submits by itself. */
export function AutomaticPanel({ channel }: { channel: ConnectionView }) {
  const { channelId } = channel;
  const rules = useCall(getAutomaticSubmit, { params: { channelId } });
  if (rules.isPending) return <Skeleton height={240} />;
  if (rules.isError) return <ProblemAlert error={rules.error} retry={rules.refetch} />;
  return (
    <Stack>
      <Runs rules={rules.data} />
      <RulesForm channel={channel} stored={rules.data} />
    </Stack>
  );
}

/** When it runs next, and what came of the last run. */
function Runs({ rules }: { rules: AutomaticSubmit }) {
  const t = useMessages();
  const formats = useFormats();
  const { nextRun, lastRun, lastSubmissionId, lastProblem } = rules;
  return (
    <>
      {lastProblem !== null && (
        <Alert color="orange" variant="light" title={t.automatic.lastProblem}>
          {lastProblem}
        </Alert>
      )}
      {(nextRun !== null || lastRun !== null) && (
        <dl className={classes.fields}>
          {nextRun !== null && (
            <>
              <dt>{t.automatic.nextRun}</dt>
              <dd>{formats.moment(nextRun)}</dd>
            </>
          )}
          {lastRun !== null && (
            <>
              <dt>{t.automatic.lastRun}</dt>
              <dd>
                {formats.moment(lastRun)}{' '}
                {lastSubmissionId !== null && (
                  <Anchor component={Link} to={`/submissions/${lastSubmissionId}`} size="sm">
                    {t.channels.submission}
                  </Anchor>
                )}
              </dd>
            </>
          )}
        </dl>
      )}
    </>
  );
}

function RulesForm({ channel, stored }: { channel: ConnectionView; stored: AutomaticSubmit }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const { channelId, accounts } = channel;
  const edit = useEdit<StoredRules, Rules, AutomaticSubmit>({
    base: stored,
    draftOf: rulesOf,
    parts: rulePartsOf(t, accounts),
    send: (api, wish, { accountId, afterImports, schedule } = stored) =>
      api.call(putAutomaticSubmit, {
        params: { channelId },
        body: { ...bodyOf(wish), expected: { accountId, afterImports, schedule } },
      }),
    done: () => t.automatic.saved,
  });
  const { draft: rules, set: change, isDirty, isSuccess } = edit;
  // what is being changed is kept, and laid onto what is stored when it is saved
  useEffect(() => {
    if (!isDirty || isSuccess) edit.begin(stored);
  }, [stored, isSuccess]);
  useUnsaved(isDirty && canWrite);
  const misses = rules.onSchedule && rules.weekdays.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <Paper withBorder p="lg" maw={720} component="form" onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 'none', margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {canWrite ? t.automatic.text : `${t.automatic.text} ${t.automatic.readOnly}`}
          </Text>
          <Stack gap="sm">
            <Switch
              label={t.automatic.afterImports}
              description={t.automatic.afterImportsHint}
              checked={rules.afterImports}
              onChange={({ currentTarget }) => change({ afterImports: currentTarget.checked })}
            />
            {rules.afterImports && (
              <NumberInput
                label={t.automatic.quiet}
                maw={220}
                ml={50}
                min={0}
                max={1440}
                decimalScale={1}
                value={rules.quietMinutes}
                onChange={(value) => change({ quietMinutes: Number(value) })}
              />
            )}
          </Stack>
          <Stack gap="sm">
            <Switch
              label={t.automatic.schedule}
              description={t.automatic.scheduleHint}
              checked={rules.onSchedule}
              onChange={({ currentTarget }) => change({ onSchedule: currentTarget.checked })}
            />
            {rules.onSchedule && <ScheduleFields rules={rules} onChange={change} />}
          </Stack>
          <Select
            label={t.automatic.account}
            maw={360}
            data={[
              { value: '', label: t.automatic.onlyAccount },
              ...accounts.map(({ accountId, name }) => ({ value: accountId, label: name })),
            ]}
            value={rules.accountId}
            onChange={(accountId) => change({ accountId: accountId ?? '' })}
            allowDeselect={false}
            disabled={!canWrite}
          />
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          {edit.error && (
            <Alert color="red" variant="light" role="alert">
              {problemText(t, edit.error)}
            </Alert>
          )}
          {canWrite && (
            <Group justify="flex-end">
              <Button variant="default" disabled={!isDirty} onClick={() => edit.begin(stored)}>
                {t.automatic.undo}
              </Button>
              <Button type="submit" disabled={!isDirty || misses} loading={edit.isPending}>
                {t.common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </Paper>
  );
}
