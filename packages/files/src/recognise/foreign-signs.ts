/** Formats of files from which no products can be read. */
export type ForeignFormat = 'pdf' | 'old-workbook' | 'image';

const signs: [ForeignFormat, number[]][] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['old-workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
];

/** Returns the format of a file from which no products can be read, by its first bytes. Returns undefined for any other file. */
export const findForeign = (head: Uint8Array): ForeignFormat | undefined =>
  signs.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0];
