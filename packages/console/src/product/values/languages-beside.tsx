import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns2, IconTable } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { PlainValue } from '../plain/plain-value.tsx';
import { languageName } from '../rows/language-name.ts';
import type { LanguageRows } from '../rows/language-rows.ts';
import classes from './languages-beside.module.css';

const en = { beside: 'Languages side by side', table: 'Show as a table' };
const de: typeof en = { beside: 'Sprachen nebeneinander', table: 'Als Tabelle anzeigen' };
const texts = { en, de };

/** Stores in the browser whether composites show their languages side by side. The setting is the same for all products. */
export const useIsBeside = () =>
  useLocalStorage({
    key: 'pimento.languages-beside',
    defaultValue: false,
    getInitialValueInEffect: false, // otherwise the table would be shown for a moment
  });

/** The button that switches between the table of a composite and its languages side by side. */
export function BesideButton({ isBeside, onChange }: { isBeside: boolean; onChange: (isBeside: boolean) => void }) {
  const t = texts[useLanguage().language];
  const Icon = isBeside ? IconTable : IconColumns2;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      fw={500}
      className={classes.button}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => onChange(!isBeside)}
    >
      {isBeside ? t.table : t.beside}
    </Button>
  );
}

/** Custom properties, which the type does not declare. */
const customProperties = (languages: number, lines: number) =>
  ({ '--languages': languages, '--lines': lines }) as CSSProperties;

/** The texts of a composite with one column for each language. On a phone, the languages are stacked. */
export function LanguagesBeside({ label, rows }: { label: string; rows: LanguageRows }) {
  const { language } = useLanguage();
  const { languages, lines } = rows;
  return (
    <div
      role="group"
      aria-label={label}
      className={classes.beside}
      style={customProperties(languages.length, lines.length)}
    >
      {languages.map((code, at) => (
        <section key={code} className={classes.language} aria-label={languageName(code, language)}>
          <h3 className={classes.head}>{languageName(code, language)}</h3>
          <dl className={classes.lines}>
            {lines.map(({ name, label: heading, definition, values }) => (
              <div key={name}>
                <dt>{heading}</dt>
                <dd>
                  <PlainValue value={values[at]} definition={definition} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
