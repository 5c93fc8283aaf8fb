import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The brand color, light to dark. White text on shade 7 has a contrast above 4.5 : 1. */
const olive: MantineColorsTuple = [
  '#f4f8ea',
  '#e6efd2',
  '#cddfa6',
  '#b2ce77',
  '#9bc050',
  '#8cb738',
  '#6f9427',
  '#557420',
  '#445d1b',
  '#324614',
];
/** Mantine's red, darkened so that white text is readable from shade 7 on. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#d32f2f',
  '#bd2626',
  '#a61e1e',
];
/** Grays with a slight green tint for the dark scheme. */
const dark: MantineColorsTuple = [
  '#d5d8d0',
  '#b4b8ad',
  '#969b8f',
  '#6f7469',
  '#43473f',
  '#34382f',
  '#262a23',
  '#1c1f19',
  '#151812',
  '#0f110d',
];

/** Default props of dialogs and drawers: the same shade behind each, and the role that is explained below. */
const overlay = { attributes: { header: { role: 'presentation' } }, overlayProps: { backgroundOpacity: 0.4 } };

export const theme = createTheme({
  primaryColor: 'olive',
  primaryShade: 7,
  colors: { olive, red, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    // Badges are gray by default. Only a badge whose color has a meaning sets a color.
    Badge: { defaultProps: { variant: 'light', color: 'gray', tt: 'none' } },
    // The role in `overlay` stops screen readers from listing the header of a dialog as a landmark of the page. Modal.extend is not used,
    // because importing Modal would load the dialog code with the first screen.
    Modal: { defaultProps: { ...overlay, yOffset: 'min(20dvh, 180px)' } },
    Drawer: { defaultProps: overlay },
  },
});
