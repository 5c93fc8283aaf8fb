import { Text } from '@mantine/core';
import type { Account, AccountField } from '@pimento/contract';
import { adapterMessage } from '../../connections/adapter-message.ts';
import { useLanguage } from '../../i18n/language.tsx';
import classes from '../channels.module.css';

/** The stored value of a field and the problem that the adapter found. Passwords are shown as dots. */
export function AccountFieldValue({ field, account }: { field: AccountField; account: Account }) {
  const { messages: t, language } = useLanguage();
  const property = account.properties[field.id];
  const problem = account.fieldErrors.find(({ fieldId }) => fieldId === field.id);
  const isSet = property?.set === true;
  return (
    <>
      <dt>{field.name}</dt>
      <dd>
        {isSet ? (
          (property.value ?? <Text span inherit>{`•••••• (${t.channels.isSet})`}</Text>)
        ) : (
          <Text span inherit c="dimmed">
            {t.channels.notSet}
          </Text>
        )}
        {account.state === 'Failed' && problem && (
          <span className={classes.wrong}>{adapterMessage(language, problem.message)}</span>
        )}
      </dd>
    </>
  );
}
