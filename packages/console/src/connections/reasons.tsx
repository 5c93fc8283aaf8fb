import { Anchor, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { useStructure } from '../session/use-structure.ts';
import { adapterMessage } from './adapter-message.ts';
import classes from './connections.module.css';
import { fieldOf } from './field-of.ts';

/** What the adapter reported for a product: messages, and the id of the product in the target system. */
export interface Judgement {
  message: string | null;
  errors: { attributeId: string; message: string }[];
  externalId: string | null;
}

/** The reasons for a product's state: the adapter's messages about the product and its attributes. Also shows the external id. */
export function Reasons(props: {
  judgement: Judgement;
  /**
   * Id of the product to whose page the names of attributes link. The page then opens the input of the attribute. If undefined, the names
   * are not links.
   */
  productId?: string;
  /** Renders below an error how the value in question was computed: the formula, and the attributes that it reads. */
  wayBack?: (attributeId: string) => ReactNode;
}) {
  const { judgement, productId, wayBack } = props;
  const { messages: t, language } = useLanguage();
  const { structure } = useStructure();
  const { message, errors, externalId } = judgement;
  const nameOf = (attributeId: string) => {
    const definition = structure.all.find(({ path }) => path === attributeId) ?? structure.find(attributeId);
    return definition ? structure.nameOf(definition) : (t.reserved[attributeId] ?? attributeId);
  };
  if (message === null && errors.length === 0 && externalId === null)
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  return (
    <ul className={classes.reasons}>
      {message !== null && <li>{adapterMessage(language, message)}</li>}
      {errors.map((error, index) => (
        <li key={index}>
          <AttributeName
            productId={productId}
            fix={fieldOf(structure, error.attributeId)}
            name={nameOf(error.attributeId)}
          />
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

/** The name of an attribute. If `productId` and `fix` are set, it links to the input of the field `fix` on the product's page. */
function AttributeName({
  productId,
  fix,
  name,
}: {
  productId: string | undefined;
  fix: string | undefined;
  name: string;
}) {
  const { productId: shown } = useParams({ strict: false });
  if (productId === undefined || fix === undefined)
    return (
      <Text span inherit fw={500}>
        {name}
      </Text>
    );
  return (
    <Anchor
      inherit
      fw={500}
      renderRoot={(root) => (
        <Link
          {...root}
          to="/products/$productId"
          params={{ productId }}
          search={{ fix }}
          resetScroll={false}
          ignoreBlocker={productId === shown} // the page stays open, so no input is lost
        />
      )}
    >
      {name}
    </Anchor>
  );
}
