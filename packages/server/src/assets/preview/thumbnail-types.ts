import type { Preview } from '../content/image-preview.ts';

/** What the process that makes thumbnails answers to the bytes of a picture. `code` is set for a picture that must not be decoded. */
export type ThumbnailAnswer = { preview: Preview } | { code: string | undefined; message: string };
