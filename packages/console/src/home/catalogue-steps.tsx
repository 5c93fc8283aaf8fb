import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import type { CatalogueSteps } from './catalogue-rules.ts';
import { DeliveryStep } from './delivery-step.tsx';
import { useFirstDeliveryTexts } from './first-delivery-texts.ts';

/** The first two steps of a new client, importing products and defining their attributes. */
export function CatalogueStepItems({ steps, productCount }: { steps: CatalogueSteps; productCount: number }) {
  const t = useFirstDeliveryTexts();
  const formats = useFormats();
  const hasProducts = steps.import === 'done';
  const isDefined = steps.define === 'done';
  return (
    <>
      <DeliveryStep
        state={steps.import}
        title={t.import.title}
        text={hasProducts ? t.import.done(formats.number(productCount)) : t.import.open}
      >
        <StepLink
          to={hasProducts ? '/products' : '/imports'}
          label={hasProducts ? t.import.show : t.import.action}
          isQuiet={hasProducts}
        />
      </DeliveryStep>
      <DeliveryStep
        state={steps.define}
        title={t.define.title}
        text={isDefined ? t.define.done : steps.define === 'open' ? t.define.open : t.define.waiting}
      >
        {steps.define !== 'waiting' && (
          <StepLink to="/attributes" label={isDefined ? t.define.show : t.define.action} isQuiet={isDefined} />
        )}
      </DeliveryStep>
    </>
  );
}

function StepLink({
  to,
  label,
  isQuiet,
}: {
  to: '/products' | '/imports' | '/attributes';
  label: string;
  isQuiet: boolean;
}) {
  return (
    <Button size="compact-sm" variant={isQuiet ? 'default' : 'light'} renderRoot={(root) => <Link {...root} to={to} />}>
      {label}
    </Button>
  );
}
