import { UnstyledButton } from '@mantine/core';
import { useFormats } from '../../i18n/language.tsx';
import { ScrollRow } from '../../ui/tabs/scroll-row.tsx';
import { useSectionTexts } from './section-texts.ts';
import classes from './sections.module.css';

interface Section {
  id: string;
  label: string;
  fields: readonly { name: string }[];
}

/** With fewer sections, all of them are in view anyway. */
const minSections = 3;

/** Id of the element of a section. Group ids are free texts, so the position is used. */
export const sectionId = (index: number): string => `section-${index}`;

/** Buttons that scroll to the sections of a product, with the number of values and a mark for refused values that have not changed since. */
export function SectionNav(props: { groups: readonly Section[]; isRefused: (name: string) => boolean }) {
  const { groups, isRefused } = props;
  const texts = useSectionTexts();
  const formats = useFormats();
  if (groups.length < minSections) return null;
  return (
    <nav aria-label={texts.sections} className={classes.sections}>
      <ScrollRow active="">
        {groups.map(({ id, label, fields }, index) => {
          const refused = fields.filter(({ name }) => isRefused(name)).length;
          return (
            <UnstyledButton
              key={id}
              className={classes.sectionLink}
              onClick={() => document.getElementById(sectionId(index))?.scrollIntoView({ block: 'start' })}
            >
              {label} <small>{formats.number(fields.length)}</small>
              {refused > 0 && <span role="img" aria-label={texts.refused(refused)} className={classes.refused} />}
            </UnstyledButton>
          );
        })}
      </ScrollRow>
    </nav>
  );
}
