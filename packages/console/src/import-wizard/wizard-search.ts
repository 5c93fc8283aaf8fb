import { isSetIn, without } from '../ui/search-texts.ts';

/** The search parameters of the screen that imports one file. */
export interface WizardSearch {
  /** True if the import should remove values that the file does not contain, as chosen in the form that uploaded the file. */
  replace?: true;
}

export const readWizardSearch = (search: Record<string, unknown>): WizardSearch =>
  without<WizardSearch>({ replace: isSetIn(search, 'replace') ? true : undefined });
