import { Button, Text } from '@mantine/core';
import { getProductReadiness, type TargetReadiness } from '@pimento/contract/wire';
import { useState } from 'react';
import { useConnections } from '../../connections/use-connections.ts';
import { useCall } from '../../session/use-call.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import classes from '../readiness.module.css';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { OwnAttributes, TargetLink } from './target-line.tsx';

/**
 * Finds the target that an adapter names in an error, by its path. If the target is nested and therefore not listed, finds the listed
 * target that contains it.
 */
export const findTarget = (targets: readonly TargetReadiness[], attributeId: string): TargetReadiness | undefined =>
  targets.find(({ target }) => target === attributeId) ??
  targets.find(({ target }) => attributeId.startsWith(`${target}/`));

/**
 * A button below an error that a channel reported. A click replaces the button with the origin of the value: a link to the target in the
 * mapping, the formula, and links to the attributes that the formula reads.
 */
export function WayBack(props: { channelId: string; productId: string; attributeId: string }) {
  const t = useReadinessTexts();
  const connections = useConnections();
  const [isOpen, setOpen] = useState(false);
  const channel = connections.data?.find(({ channelId }) => channelId === props.channelId);
  // without a mapping, the errors of a channel name the client's attributes
  if (channel?.rulesetNo === undefined || channel.rulesetNo === null) return null;
  if (isOpen) return <Origin {...props} channelName={channel.name} />;
  return (
    <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
      {t.wayBack}
    </Button>
  );
}

function Origin(props: { channelId: string; productId: string; attributeId: string; channelName: string }) {
  const { channelId, productId, attributeId, channelName } = props;
  const t = useReadinessTexts();
  const readiness = useCall(getProductReadiness, { params: { channelId, productId } });
  if (readiness.error) return <ProblemAlert error={readiness.error} />;
  if (!readiness.data) return null;
  const target = findTarget(readiness.data.targets, attributeId);
  if (!target)
    return (
      <Text size="xs" c="dimmed">
        {t.noTarget(channelName)}
      </Text>
    );
  return <TargetOrigin channelId={channelId} productId={productId} channelName={channelName} target={target} />;
}

/**
 * A target with the origin of its value: the formula and the client's attributes that it reads, or the source, such as "Set for this
 * product".
 */
export function TargetOrigin(props: {
  channelId: string;
  productId: string;
  channelName: string;
  target: TargetReadiness;
}) {
  const { channelId, productId, channelName, target } = props;
  const t = useReadinessTexts();
  return (
    <div role="group" aria-label={t.originOf(target.name)}>
      <TargetLink channelId={channelId} path={target.target} name={target.name} />
      <Text span size="xs" c="dimmed">
        {' '}
        ({channelName})
      </Text>
      {target.source === 'override' || target.formula === null ? (
        <Text size="xs">← {t.sources[target.source]}</Text>
      ) : (
        <div className={classes.formula}>← {target.formula}</div>
      )}
      {target.source !== 'override' && <OwnAttributes productId={productId} ids={target.attributes} />}
    </div>
  );
}
