import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useStructure } from '../session/use-structure.ts';
import { adapterMessage } from './adapter-message.ts';
import classes from './connections.module.css';

/** What the adapter reported for a product: messages, and the id of the product in the target system. */
export interface Judgement {
  message: string | null;
  errors: { attributeId: string; message: string }[];
  externalId: string | null;
}

/** The reasons for a product's state: the adapter's messages about the product and its attributes. Also shows the external id. */
export function Reasons(props: {
  judgement: Judgement;
  /** Renders the origin of the value that an error is about, below the error. */
  wayBack?: (attributeId: string) => ReactNode;
}) {
  const { judgement, wayBack } = props;
  const t = useMessages();
  const { structure } = useStructure();
  const { message, errors, externalId } = judgement;
  const nameOf = (attributeId: string) =>
    structure.all.find(({ path }) => path === attributeId)?.name ??
    structure.find(attributeId)?.name ??
    t.reserved[attributeId] ??
    attributeId;
  if (message === null && errors.length === 0 && externalId === null)
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  return (
    <ul className={classes.reasons}>
      {message !== null && <li>{adapterMessage(t, message)}</li>}
      {errors.map((error, index) => (
        <li key={index}>
          <Text span inherit fw={500}>
            {nameOf(error.attributeId)}
          </Text>
          : {error.message}
          {wayBack?.(error.attributeId)}
        </li>
      ))}
      {externalId !== null && (
        <li>
          <Text span size="xs" c="dimmed">
            {t.channels.externalId(externalId)}
          </Text>
        </li>
      )}
    </ul>
  );
}
