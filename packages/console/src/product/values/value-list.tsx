import { useLanguage } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { languageName } from '../rows/language-name.ts';
import { type Entry, isLanguageSet, type LanguageSet } from './language-sets.ts';
import { ValueField } from './value-field.tsx';
import type { Field } from './value-groups.ts';
import classes from './values.module.css';

interface ListProps {
  productId: string;
  structure: Structure;
  searched: string;
  /** The field that a link asks to open. */
  fix: { name: string } | undefined;
}

/** The values of a section. Attributes that differ only in their language are side by side. */
export function ValueList({ entries, ...list }: ListProps & { entries: readonly Entry[] }) {
  return entries.map((entry) =>
    isLanguageSet(entry) ? (
      <Languages key={entry.languages[0]?.name} set={entry} {...list} />
    ) : (
      <ListedField key={entry.name} field={entry} {...list} />
    ),
  );
}

/** One attribute in several languages. */
function Languages({ set, ...list }: ListProps & { set: LanguageSet }) {
  const { language: shown } = useLanguage();
  return (
    <div role="group" aria-label={set.label} className={classes.set}>
      <div className={classes.setName}>{set.label}</div>
      <div className={classes.languages}>
        {set.languages.map(({ language, ...field }) => (
          <ListedField key={field.name} field={field} heading={languageName(language, shown)} {...list} />
        ))}
      </div>
    </div>
  );
}

function ListedField(props: ListProps & { field: Field; heading?: string }) {
  const { field, fix, ...list } = props;
  return <ValueField fix={field.name === fix?.name ? fix : undefined} {...list} {...field} />;
}
