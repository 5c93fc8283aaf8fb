import { NumberInput, Select, Stack, Switch } from '@mantine/core';
import type { Account } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import type { Rules } from './automatic-rules.ts';
import { ScheduleFields } from './schedule-fields.tsx';

/** The fields of the rules: submission after imports, submission on a schedule, withdrawal of deleted products, and the account. */
export function RuleFields(props: {
  rules: Rules;
  accounts: readonly Account[];
  /** True if the adapter of the channel can withdraw products. */
  canWithdraw: boolean;
  onChange: (change: Partial<Rules>) => void;
}) {
  const { rules, accounts, canWithdraw, onChange } = props;
  const t = useMessages();
  const { canWrite } = useWork();
  return (
    <>
      <Stack gap="sm">
        <Switch
          label={t.automatic.afterImports}
          description={t.automatic.afterImportsHint}
          checked={rules.afterImports}
          onChange={({ currentTarget }) => onChange({ afterImports: currentTarget.checked })}
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
            onChange={(value) => onChange({ quietMinutes: Number(value) })}
          />
        )}
      </Stack>
      <Stack gap="sm">
        <Switch
          label={t.automatic.schedule}
          description={t.automatic.scheduleHint}
          checked={rules.onSchedule}
          onChange={({ currentTarget }) => onChange({ onSchedule: currentTarget.checked })}
        />
        {rules.onSchedule && <ScheduleFields rules={rules} onChange={onChange} />}
      </Stack>
      {canWithdraw && (
        <Switch
          label={t.automatic.withdrawDeleted}
          description={t.automatic.withdrawDeletedHint}
          checked={rules.withdrawDeleted}
          disabled={!rules.afterImports && !rules.onSchedule}
          onChange={({ currentTarget }) => onChange({ withdrawDeleted: currentTarget.checked })}
        />
      )}
      <Select
        label={t.automatic.account}
        maw={360}
        data={[
          { value: '', label: t.automatic.onlyAccount },
          ...accounts.map(({ accountId, name }) => ({ value: accountId, label: name })),
        ]}
        value={rules.accountId}
        onChange={(accountId) => onChange({ accountId: accountId ?? '' })}
        allowDeselect={false}
        disabled={!canWrite}
      />
    </>
  );
}
