import { Alert, Anchor, List, Text } from '@mantine/core';
import { previewSubmit, type SubmitPreview as Counts } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { useReadinessTexts } from '../readiness/texts/readiness-texts.ts';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { choiceBody, type SubmitChoice } from './submit-choice.ts';
import { SubmitRuleBoxes } from './submit-rule-boxes.tsx';
import type { SubmitRules } from './submit-rules.ts';
import type { SubmitTarget } from './submit-targets.ts';

/** How many of the chosen products are ready for the channel, and which others to submit; nothing if it has no data standard. */
export function SubmitPreview(props: {
  choice: SubmitChoice;
  target: SubmitTarget;
  rules: SubmitRules;
  onRules: (rules: SubmitRules) => void;
}) {
  const { choice, target, rules, onRules } = props;
  const { accountId, channel } = target;
  const { channelId, standardVersion, isGated = false } = channel;
  const { api, clientId } = useWork();
  const search = choice.kind === 'all' ? choice.search : undefined;
  const { data } = useQuery({
    queryKey: callKey(clientId, previewSubmit, channelId, accountId, search, [...choice.ids]),
    enabled: standardVersion !== undefined,
    queryFn: async ({ signal }) => {
      const body = await choiceBody(api, choice, undefined);
      if (body === undefined) return null;
      return api.call(previewSubmit, { params: { channelId }, body: { ...body, accountId }, signal });
    },
    // not cached, so that the counts are computed each time the dialog is opened
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!data) return null;
  return (
    <>
      <PreviewCounts channelId={channelId} counts={data} isGated={isGated} rules={rules} />
      {isGated && <SubmitRuleBoxes counts={data} rules={rules} onRules={onRules} />}
    </>
  );
}

function PreviewCounts(props: { channelId: string; counts: Counts; isGated: boolean; rules: SubmitRules }) {
  const { channelId, counts, isGated, rules } = props;
  const { ready, unchanged, notReady, held, checking, reasons, submitsNotReady } = counts;
  const { preview: t } = useReadinessTexts();
  const formats = useFormats();
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
  return (
    <Alert
      color={isSkipping ? 'orange' : 'olive'}
      variant="light"
      title={t.ready(ready, formats.number(ready))}
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
        <Reason key={`${reason.target ?? ''} ${reason.code}`} channelId={channelId} reason={reason} />
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
function Reason({ channelId, reason }: { channelId: string; reason: Counts['reasons'][number] }) {
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
        {[target, t.codes[code] ?? code].filter((text) => text !== null).join(': ')}
      </Anchor>{' '}
      ({formats.number(products)})
    </Text>
  );
}
