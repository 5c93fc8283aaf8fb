import { Checkbox } from '@mantine/core';
import type { SubmitPreview as Counts } from '@pimento/contract';
import { useFormats } from '../i18n/language.tsx';
import { useReadinessTexts } from '../readiness/texts/readiness-texts.ts';
import type { SubmitRules } from './submit-rules.ts';

/** Checkboxes for submitting unchanged products and, if the channel allows it, products that are not ready. */
export function SubmitRuleBoxes(props: { counts: Counts; rules: SubmitRules; onRules: (rules: SubmitRules) => void }) {
  const { counts, rules, onRules } = props;
  const { unchanged, notReady, checking, mayAllowInvalid, submitsNotReady } = counts;
  const { preview: t } = useReadinessTexts();
  const formats = useFormats();
  const showsInvalid = mayAllowInvalid && !submitsNotReady && notReady + checking > 0;
  return (
    <>
      {unchanged + checking > 0 && (
        <Checkbox
          label={t.includeUnchanged(unchanged, formats.number(unchanged))}
          checked={rules.includesUnchanged}
          onChange={({ currentTarget }) => onRules({ ...rules, includesUnchanged: currentTarget.checked })}
        />
      )}
      {showsInvalid && (
        <Checkbox
          label={t.allowInvalid(notReady, formats.number(notReady))}
          description={t.allowInvalidHint}
          checked={rules.allowsInvalid}
          onChange={({ currentTarget }) => onRules({ ...rules, allowsInvalid: currentTarget.checked })}
        />
      )}
    </>
  );
}
