import {
  IconFile,
  IconFileTypePdf,
  IconFileZip,
  IconMusic,
  IconPhoto,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';

const kinds: [RegExp, TablerIcon][] = [
  [/^image\//, IconPhoto],
  [/^video\//, IconVideo],
  [/^audio\//, IconMusic],
  [/pdf/, IconFileTypePdf],
  [/zip|compressed|tar/, IconFileZip],
];

/** What stands for a file of which there is no picture. */
export const iconOfType = (contentType: string | null): TablerIcon =>
  kinds.find(([pattern]) => pattern.test(contentType ?? ''))?.[1] ?? IconFile;
