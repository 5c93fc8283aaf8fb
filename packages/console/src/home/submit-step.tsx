import { Button } from '@mantine/core';
import { type ConnectionView, listProducts } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import type { SubmitChoice } from '../submit/submit-choice.ts';
import { SubmitDialog } from '../submit/submit-dialog-loader.tsx';
import { DeliveryStep } from './delivery-step.tsx';
import type { FirstDelivery } from './first-delivery-rules.ts';
import { useFirstDeliveryTexts } from './first-delivery-texts.ts';

const allProducts: SubmitChoice = { kind: 'all', ids: new Set(), search: {} };

/** The step that submits all products. Its dialog shows which products are ready. */
export function SubmitStep({ channel, way }: { channel: ConnectionView; way: FirstDelivery }) {
  const { channelId } = channel;
  const t = useFirstDeliveryTexts();
  const formats = useFormats();
  const [isSubmitting, setSubmitting] = useState(false);
  const products = useCall(listProducts, { query: { limit: 1, count: true, fields: ['__NAME'] } });
  const { submit, readyCount, submission } = way;
  const count = submit === 'done' ? submission?.productCount : readyCount;
  return (
    <DeliveryStep
      state={submit}
      title={t.submit.title}
      text={t.submit[submit](count === undefined ? undefined : formats.number(count))}
    >
      {submit === 'open' && (
        <Button size="compact-sm" onClick={() => setSubmitting(true)}>
          {t.submit.action}
        </Button>
      )}
      {submit === 'done' && (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(root) => (
            <Link {...root} to="/channels/$channelId" params={{ channelId }} search={{ tab: 'submissions' }} />
          )}
        >
          {t.submit.show}
        </Button>
      )}
      {isSubmitting && (
        <SubmitDialog
          choice={allProducts}
          count={products.data?.count}
          channelId={channelId}
          onClose={() => setSubmitting(false)}
        />
      )}
    </DeliveryStep>
  );
}
