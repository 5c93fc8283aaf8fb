import { thumbnailPixels, type ThumbnailSize, thumbnailSizes } from '@pimento/contract';
import type { SharpOptions } from 'sharp';

export interface ImageSize {
  width: number;
  height: number;
}

export interface Preview extends ImageSize {
  thumbnails: Record<ThumbnailSize, Buffer>;
}

/** Thrown for a picture that must not be decoded. `code` and message give the reason. */
export class PreviewRefusedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Formats that are decoded line by line. All other formats are decoded into memory as a whole, with four bytes per pixel. */
const byLine = new Set(['jpeg', 'png', 'tiff']);
const maxPixelsByLine = 200_000_000;
const maxPixelsWhole = 40_000_000;
const maxSvgBytes = 2 * 1024 * 1024;
const timeoutSeconds = 20;
const quality = 80;

/** Loads the decoder. It is not loaded at the start, because threads that only import products never need it. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each picture is decoded once, so a cache would waste memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixelsByLine, sequentialRead: true };

/** Returns width and height after the picture's orientation is applied. @returns undefined if they cannot be read */
export async function measureImage(bytes: Buffer): Promise<ImageSize | undefined> {
  const sharp = await loadSharp();
  try {
    // No pixel limit is needed, because this function only reads the header and does not decode the image.
    const { autoOrient } = await sharp(bytes, { ...options, limitInputPixels: false, failOn: 'none' }).metadata();
    return autoOrient.width > 0 && autoOrient.height > 0 ? autoOrient : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if an SVG declares entities, which can expand without limit or refer to local files. */
function hasEntities(bytes: Buffer): boolean {
  // Zero bytes are removed, so that the pattern also matches UTF-16.
  return /<!ENTITY|<!DOCTYPE[^>]*\[/i.test(bytes.toString('latin1').replaceAll('\0', ''));
}

/**
 * Maximum number of each SVG element that can multiply content. A file of 1,304 bytes that doubled its content 14 times with `use` took 38
 * seconds.
 */
const maxElements = { use: 16, filter: 8, pattern: 8, mask: 8, image: 16 } as const;

/** Returns the name of an element that occurs more often than `maxElements` allows. @returns undefined if there is none */
function multipliedElement(bytes: Buffer): string | undefined {
  // Zero bytes are removed, so that the patterns also match UTF-16.
  const text = bytes.toString('latin1').replaceAll('\0', '');
  return Object.entries(maxElements).find(
    ([name, max]) => text.split(new RegExp(`<(?:[\\w-]+:)?${name}[\\s/>]`, 'i'), max + 2).length > max + 1,
  )?.[0];
}

/**
 * Makes the three thumbnails as upright WebP files in sRGB, without metadata, never larger than the picture. Only the first page or frame
 * is used.
 * @throws PreviewRefusedError if the picture must not be decoded; errors of the decoder
 */
export async function makePreview(bytes: Buffer): Promise<Preview> {
  const sharp = await loadSharp();
  // The limit is checked before decoding, because the error of the decoder does not state the limit.
  const { format, width, height, autoOrient } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  const max = byLine.has(format) ? maxPixelsByLine : maxPixelsWhole;
  if (width * height > max) {
    throw new PreviewRefusedError(
      'too-many-pixels',
      `The picture has ${width} x ${height} pixels. The limit is ${max}.`,
    );
  }
  if (format === 'svg' && (bytes.byteLength > maxSvgBytes || hasEntities(bytes))) {
    throw new PreviewRefusedError('unsafe-svg', 'The SVG declares entities or is too large.');
  }
  const multiplied = format === 'svg' ? multipliedElement(bytes) : undefined;
  if (multiplied !== undefined) {
    throw new PreviewRefusedError('unsafe-svg', `The SVG has too many elements of the kind "${multiplied}".`);
  }
  const side = thumbnailPixels.large;
  const upright = await sharp(bytes, options)
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info, data } = upright;
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const thumbnails = { small: data, medium: data, large: data };
  for (const size of thumbnailSizes) {
    const pixels = thumbnailPixels[size];
    thumbnails[size] = await sharp(data, { raw })
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
  }
  return { width: autoOrient.width, height: autoOrient.height, thumbnails };
}
