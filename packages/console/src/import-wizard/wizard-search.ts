import { isSetIn, without } from '../ui/search-texts.ts';

/** The search parameters of the screen that imports one file. */
export interface WizardSearch {
  /** True if the import is to remove attributes that the file does not have, as chosen where the file was dropped. */
  replace?: true;
}

export const readWizardSearch = (search: Record<string, unknown>): WizardSearch =>
  without<WizardSearch>({ replace: isSetIn(search, 'replace') ? true : undefined });
