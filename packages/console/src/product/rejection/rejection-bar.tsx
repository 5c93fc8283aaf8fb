import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconChevronRight, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Reasons } from '../../connections/reasons.tsx';
import { useFormats } from '../../i18n/language.tsx';
import { WayBack } from '../../readiness/way-back-loader.tsx';
import { useWork } from '../../session/session.tsx';
import type { Structure } from '../../session/structure.ts';
import { SubmitDialog } from '../../submit/submit-dialog-loader.tsx';
import { failedState, firstField } from './failed-products.ts';
import type { Standing } from './refusals-context.ts';
import { useRejectionTexts } from './rejection-texts.ts';
import { useFailedProducts } from './use-failed-products.ts';

interface Submitting {
  channelId: string;
  ids: readonly string[];
}

/** A bar for each channel that did not accept the product: what to fix, the next product to fix, a button that submits fixed products. */
export function RejectionBars(props: { productId: string; standings: readonly Standing[]; structure: Structure }) {
  const { productId, standings, structure } = props;
  // kept here, because a bar disappears as soon as its product is submitted
  const [submitting, setSubmitting] = useState<Submitting>();
  return (
    <>
      {standings
        .filter((standing) => failedState(standing) !== undefined)
        .map((standing) => (
          <RejectionBar
            key={standing.channelId}
            productId={productId}
            standing={standing}
            structure={structure}
            onSubmit={(ids) => setSubmitting({ channelId: standing.channelId, ids })}
          />
        ))}
      {submitting && (
        <SubmitDialog
          choice={{ kind: 'some', ids: new Set(submitting.ids) }}
          count={submitting.ids.length}
          channelId={submitting.channelId}
          onClose={() => setSubmitting(undefined)}
        />
      )}
    </>
  );
}

function RejectionBar(props: {
  productId: string;
  standing: Standing;
  structure: Structure;
  onSubmit: (ids: readonly string[]) => void;
}) {
  const { productId, standing, structure, onSubmit } = props;
  const texts = useRejectionTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const { open, changed, hasMore } = useFailedProducts(standing.channelId, productId);
  const next = open[0];
  const fix = next && firstField(structure, next);
  const name = texts.titles[failedState(standing) ?? 'Rejected'](standing.channelName);
  const count = standing.errors.length || (standing.message === null ? 0 : 1);
  return (
    <Alert
      role="region"
      aria-label={name}
      color={standing.changedSince ? 'gray' : 'red'}
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={[name, ...(standing.changedSince || count === 0 ? [] : [texts.toFix(count)])].join(': ')}
      mb="md"
    >
      {count > 0 && (
        <Reasons
          // the ID at the channel is not a reason, and the panel beside the values already shows it
          judgement={{ ...standing, externalId: null }}
          productId={productId}
          wayBack={(attributeId) => (
            <WayBack channelId={standing.channelId} productId={productId} attributeId={attributeId} />
          )}
        />
      )}
      {standing.changedSince && <Text size="sm">{texts.changed}</Text>}
      {/* as high as a button from the start, so that the values below do not move when the products are loaded or one is changed */}
      <Group gap="xs" mt="xs" mih={26}>
        {next && (
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<IconChevronRight size={14} aria-hidden />}
            renderRoot={(root) => (
              <Link
                {...root}
                to="/products/$productId"
                params={{ productId: next.productId }}
                search={fix === undefined ? {} : { fix }}
              />
            )}
          >
            {texts.next(`${formats.number(open.length)}${hasMore ? '+' : ''}`)}
          </Button>
        )}
        {canWrite && changed.length > 0 && (
          <Button size="compact-sm" leftSection={<IconSend size={14} aria-hidden />} onClick={() => onSubmit(changed)}>
            {texts.submit(changed.length, formats.number(changed.length))}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
