import { isSetIn, without } from '../ui/search-texts.ts';

/** The search parameters of the screen that imports one file. */
export interface WizardSearch {
  /**
   * True if the import should remove those values of the imported products that the file does not contain. The user has chosen this before
   * the upload.
   */
  replace?: true;
}

export const readWizardSearch = (search: Record<string, unknown>): WizardSearch =>
  without<WizardSearch>({ replace: isSetIn(search, 'replace') ? true : undefined });
