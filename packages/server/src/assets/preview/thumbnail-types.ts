import type { Preview } from '../content/image-preview.ts';

/** The result that the thumbnail process returns for a picture. `code` is set if the picture must not be decoded. */
export type ThumbnailAnswer = { preview: Preview } | { code: string | undefined; message: string };
