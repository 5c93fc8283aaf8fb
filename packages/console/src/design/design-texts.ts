/** The texts of the design page are only in English, because the page exists only in development. */
export const designTitle = 'Design system of the console';

export const sections = {
  color: 'Colors by meaning',
  table: 'The table',
  edge: 'Page edge',
  text: 'Text and weights',
  verbs: 'Buttons and verbs',
  fields: 'Form fields',
  overlays: 'Overlays',
  states: 'Empty, loading and failed',
};
export type SectionId = keyof typeof sections;
