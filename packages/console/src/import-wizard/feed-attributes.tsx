import { Badge, Button, Group, Title } from '@mantine/core';
import type { FilePreview } from '@pimento/contract';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWizardTexts } from './texts/wizard-texts.ts';
import classes from './wizard.module.css';

type Attribute = NonNullable<FilePreview['feed']>['attributes'][number];

const atOnce = 20;

/** The attributes and fields of the products of a feed, each with the kind of its values and its first value. */
export function FeedAttributes({ attributes }: { attributes: readonly Attribute[] }) {
  const t = useMessages();
  const texts = useWizardTexts();
  const [shown, setShown] = useState(atOnce);
  if (attributes.length === 0) return null;
  return (
    <>
      <Title order={3} size="h5">
        {texts.feedAttributes}
      </Title>
      <ul className={classes.feed}>
        {attributes.slice(0, shown).map((attribute) => (
          <FeedAttribute key={attribute.name} attribute={attribute} />
        ))}
      </ul>
      {attributes.length > shown && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setShown((before) => before + 10 * atOnce)}>
            {t.common.showMore}
          </Button>
        </Group>
      )}
    </>
  );
}

function FeedAttribute({ attribute: { name, kind, isNew, sample } }: { attribute: Attribute }) {
  const t = useMessages();
  const texts = useWizardTexts();
  const fields: Record<string, string> = t.reserved;
  return (
    <li>
      <span>
        <b>{fields[name] ?? name}</b> {isNew && <Badge size="xs">{texts.isNew}</Badge>}
      </span>
      <span>{texts.holdsOf[kind]}</span>
      <span title={sample}>{sample}</span>
    </li>
  );
}
