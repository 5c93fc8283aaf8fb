import { defaultOptionsFilter, type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { moreOption, withMore } from './more-option.ts';

const shown = 100;

/** A select for lists of any length. It shows the first options, followed by the number of hidden options. Typing searches all options. */
export function LongSelect({
  onChange,
  ...props
}: Omit<SelectProps, 'filter' | 'limit' | 'searchable' | 'onChange'> & { onChange: (value: string | null) => void }) {
  const t = useMessages();
  const filter: OptionsFilter = ({ options, search }) => {
    const found = defaultOptionsFilter({ options, search, limit: Infinity });
    return withMore(found, shown, t.common.moreToFind) as ReturnType<OptionsFilter>; // the options of this select have strings as values
  };
  return (
    <Select
      {...props}
      searchable
      filter={filter}
      onChange={(value) => {
        if (value !== moreOption) onChange(value);
      }}
    />
  );
}
