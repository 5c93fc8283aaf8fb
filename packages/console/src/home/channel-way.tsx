import { Button, Code, Text } from '@mantine/core';
import { type ConnectionView, getChannelReadiness, listSubmissions } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { isOpen } from '../submissions/submission-state.ts';
import type { CatalogueSteps } from './catalogue-rules.ts';
import { CatalogueStepItems } from './catalogue-steps.tsx';
import { DeliveryStep } from './delivery-step.tsx';
import { type FirstDelivery, firstDelivery, isWayShown, partlyDelivered } from './first-delivery-rules.ts';
import classes from './first-delivery.module.css';
import { useFirstDeliveryTexts } from './first-delivery-texts.ts';
import { StepPanel } from './step-panel.tsx';
import { SubmitStep } from './submit-step.tsx';

const runningMs = 2_000;
const idleMs = 20_000;

/** The steps of a new client to the first delivery on a channel. */
export function ChannelWay(props: {
  channel: ConnectionView;
  catalogue: { steps: CatalogueSteps; productCount: number };
  onDismiss: () => void;
}) {
  const { channel, catalogue, onDismiss } = props;
  const { steps, productCount } = catalogue;
  const t = useFirstDeliveryTexts();
  const formats = useFormats();
  const { channelId, name } = channel;
  const { way, isShown } = useFirstDelivery(channel);
  if (!isShown) return null;
  const { submission } = way;
  const isDone = way.delivery === 'done';
  const partly = isDone && submission ? partlyDelivered(submission) : undefined;
  const delivered = partly && t.partly(formats.number(partly.accepted), formats.number(partly.all));
  return (
    <StepPanel
      title={isDone ? t.doneTitle(partly !== undefined) : t.title}
      subtitle={isDone ? t.doneSubtitle(name, partly !== undefined) : t.subtitle(name)}
      states={[steps.import, steps.define, way.connect, way.map, way.fix, way.submit, way.delivery]}
      onDismiss={onDismiss}
      after={isDone && <Place channel={channel} accountId={submission?.accountId} />}
    >
      <CatalogueStepItems steps={steps} productCount={productCount} />
      <DeliveryStep state={way.connect} title={t.connect.title} text={t.connect[way.connect]}>
        {way.connect === 'open' ? (
          <ChannelLink channelId={channelId} search={{ connect: true }} label={t.connect.action} />
        ) : (
          <ChannelLink channelId={channelId} search={{ tab: 'accounts' }} label={t.connect.show} isQuiet />
        )}
      </DeliveryStep>
      <StandardSteps channelId={channelId} way={way} />
      <SubmitStep channel={channel} way={way} />
      <DeliveryStep state={way.delivery} title={t.delivery.title} text={delivered ?? t.delivery[way.delivery]}>
        {submission && way.delivery !== 'waiting' && (
          <Button
            size="compact-sm"
            variant={isDone ? 'filled' : 'default'}
            renderRoot={(root) => (
              <Link {...root} to="/submissions/$submissionId" params={{ submissionId: submission.submissionId }} />
            )}
          >
            {t.delivery.action}
          </Button>
        )}
      </DeliveryStep>
    </StepPanel>
  );
}

/** The steps of channels with a data standard. */
function StandardSteps({ channelId, way }: { channelId: string; way: FirstDelivery }) {
  const t = useFirstDeliveryTexts();
  const formats = useFormats();
  const { map, fix, problemCount } = way;
  return (
    <>
      {map && (
        <DeliveryStep state={map} title={t.map.title} text={t.map[map]}>
          <ChannelLink
            channelId={channelId}
            search={{ tab: 'mapping' }}
            label={map === 'done' ? t.map.show : t.map.action}
            isQuiet={map === 'done'}
          />
        </DeliveryStep>
      )}
      {fix && (
        <DeliveryStep state={fix} title={t.fix.title} text={t.fix[fix](formats.number(problemCount ?? 0))}>
          {fix !== 'waiting' && (
            <ChannelLink
              channelId={channelId}
              search={{ tab: 'readiness' }}
              label={fix === 'open' ? t.fix.action : t.fix.show}
              isQuiet={fix !== 'open'}
            />
          )}
        </DeliveryStep>
      )}
    </>
  );
}

function ChannelLink(props: {
  channelId: string;
  search: { connect: true } | { tab: 'accounts' | 'mapping' | 'readiness' };
  label: string;
  isQuiet?: boolean;
}) {
  const { channelId, search, label, isQuiet = false } = props;
  return (
    <Button
      size="compact-sm"
      variant={isQuiet ? 'default' : 'light'}
      renderRoot={(root) => <Link {...root} to="/channels/$channelId" params={{ channelId }} search={search} />}
    >
      {label}
    </Button>
  );
}

/** The adapter's message about the account. For a feed, the message contains the location of the feed. */
function Place({ channel, accountId }: { channel: ConnectionView; accountId: string | undefined }) {
  const t = useFirstDeliveryTexts();
  const message = channel.accounts.find((account) => account.accountId === accountId)?.message;
  if (!message) return null;
  return (
    <div className={classes.place}>
      <Text size="sm">{t.place}</Text>
      <Code block>{message}</Code>
    </div>
  );
}

/** Reads the state of all steps from the service, more often while something is running. */
function useFirstDelivery(channel: ConnectionView) {
  const { channelId } = channel;
  const hasReadiness = channel.connected && channel.standardVersion !== undefined;
  const list = useCall(
    listSubmissions,
    { query: { channelId, limit: 5 } },
    { refetchMs: ({ submissions }) => (submissions.some(isOpen) ? runningMs : idleMs) },
  );
  const readiness = useCall(
    getChannelReadiness,
    { params: { channelId } },
    {
      enabled: hasReadiness,
      refetchMs: ({ pending, mappingVersion, rulesetNo }) =>
        pending > 0 || (mappingVersion !== null && rulesetNo === null) ? runningMs : idleMs,
    },
  );
  const submissions = list.data?.submissions ?? [];
  const way = firstDelivery(channel, readiness.data, submissions);
  // without a response, for example after an error, a published mapping would be shown as missing
  const isKnown = list.isSuccess && (!hasReadiness || readiness.data !== undefined);
  return { way, isShown: isKnown && isWayShown(channel, submissions, Date.now()) };
}
