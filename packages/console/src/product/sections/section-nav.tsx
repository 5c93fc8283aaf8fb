import { UnstyledButton } from '@mantine/core';
import { flushSync } from 'react-dom';
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

/** Scrolls to a section and focuses its name, so that the next Tab leads to its first field. */
function goTo(index: number): void {
  const section = document.getElementById(sectionId(index));
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2 > *')?.focus({ preventScroll: true });
}

/**
 * Buttons that lead to the sections of a product, with the number of displayed fields and a mark for refused values that have not changed
 * since.
 * @param props.onOpen called with the index of a section, to open it if it is folded
 */
export function SectionNav(props: {
  groups: readonly Section[];
  isRefused: (name: string) => boolean;
  onOpen: (index: number) => void;
}) {
  const { groups, isRefused, onOpen } = props;
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
              onClick={() => {
                // at once, because a folded section at the end of the page cannot be scrolled to the top
                flushSync(() => onOpen(index));
                goTo(index);
              }}
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
