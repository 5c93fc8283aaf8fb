import { Alert, Anchor, List, Text } from '@mantine/core';
import type { SubmitPreview as Counts } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { useReadinessTexts } from '../readiness/texts/readiness-texts.ts';
import { useTargets } from '../standards/targets/use-targets.ts';
import { SubmitRuleBoxes } from './submit-rule-boxes.tsx';
import { type SubmitRules, submitsNothing } from './submit-rules.ts';
import type { SubmitTarget } from './submit-targets.ts';

/** The number of chosen products that are ready for the channel, and checkboxes for submitting other products as well. */
export function SubmitPreview(props: {
  counts: Counts;
  target: SubmitTarget;
  rules: SubmitRules;
  onRules: (rules: SubmitRules) => void;
}) {
  const { counts, target, rules, onRules } = props;
  const { isGated = false } = target.channel;
  return (
    <>
      <PreviewCounts target={target} counts={counts} rules={rules} />
      {isGated && <SubmitRuleBoxes counts={counts} rules={rules} onRules={onRules} />}
    </>
  );
}

function PreviewCounts(props: { target: SubmitTarget; counts: Counts; rules: SubmitRules }) {
  const { target, counts, rules } = props;
  const { channelId, standardVersion, isGated = false } = target.channel;
  const { ready, unchanged, notReady, held, checking, reasons, submitsNotReady } = counts;
  const { preview: t } = useReadinessTexts();
  const formats = useFormats();
  const targets = useTargets(channelId, reasons.some((reason) => reason.target !== null) ? standardVersion : undefined);
  const nameOf = (path: string) => targets.data?.byPath.get(path)?.target.name ?? path;
  const sendsUnchanged = !isGated || rules.includesUnchanged;
  const sendsNotReady = submitsNotReady || rules.allowsInvalid;
  const unchangedText = sendsUnchanged ? t.unchangedSent : t.unchanged;
  const lines = [
    ...(unchanged > 0 ? [unchangedText(unchanged, formats.number(unchanged))] : []),
    ...(checking > 0 ? [t.checking(checking, formats.number(checking))] : []),
    ...(held > 0 ? [t.held(held, formats.number(held))] : []),
    ...(notReady > 0 ? [t.notReady(notReady, formats.number(notReady))] : []),
  ];
  const isSkipping = isGated && (held > 0 || (notReady > 0 && !sendsNotReady));
  const isIdle = submitsNothing(counts, rules, isGated);
  return (
    <Alert
      color={isSkipping ? 'orange' : isIdle ? 'gray' : 'green'}
      variant="light"
      title={isIdle ? t.nothing : t.ready(ready, formats.number(ready))}
      role="status"
    >
      {lines.length > 0 && (
        <List size="sm" spacing={2}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {reasons.map((reason) => (
        <Reason key={`${reason.target ?? ''} ${reason.code}`} channelId={channelId} reason={reason} nameOf={nameOf} />
      ))}
      {notReady + held > 0 && (
        <Text size="sm" mt={6}>
          {isGated ? (sendsNotReady ? t.onlyHeld : t.gated) : t.notGated}
        </Text>
      )}
    </Alert>
  );
}

/** A frequent error, with a link to its products. */
function Reason(props: { channelId: string; reason: Counts['reasons'][number]; nameOf: (target: string) => string }) {
  const { channelId, reason, nameOf } = props;
  const { target, code, products } = reason;
  const t = useReadinessTexts();
  const formats = useFormats();
  return (
    <Text size="sm" mt={4}>
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(root) => (
          <Link
            {...root}
            to="/channels/$channelId"
            params={{ channelId }}
            search={{ tab: 'readiness', code, ...(target === null ? {} : { target }) }}
          />
        )}
      >
        {[...(target === null ? [] : [nameOf(target)]), t.codes[code] ?? code].join(': ')}
      </Anchor>{' '}
      ({formats.number(products)})
    </Text>
  );
}
