import { thumbnailPixels, type ThumbnailSize, thumbnailSizes } from '@pimento/contract';
import type { SharpOptions } from 'sharp';

export interface ImageSize {
  width: number;
  height: number;
}

export interface Preview extends ImageSize {
  thumbnails: Record<ThumbnailSize, Buffer>;
}

/** A picture that must not be decoded, and why. */
export class PreviewRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Decoders of these take a picture line by line; all others hold it whole, four bytes a pixel. */
const byLine = new Set(['jpeg', 'png', 'tiff']);
const mostPixelsByLine = 200_000_000;
const mostPixelsWhole = 40_000_000;
const mostSvgBytes = 2 * 1024 * 1024;
const timeoutSeconds = 20;
const quality = 80;

/** Loaded when first needed: threads that only import products never do. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Pictures come once; a cache of them would be memory for nothing.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const options: SharpOptions = { failOn: 'error', limitInputPixels: mostPixelsByLine, sequentialRead: true };

/** Width and height as the picture is shown, that is after its orientation; undefined where they cannot be read. */
export async function measureImage(bytes: Buffer): Promise<ImageSize | undefined> {
  const sharp = await loadSharp();
  try {
    // A header that claims four milliards of pixels may say so; nothing is decoded here.
    const { autoOrient } = await sharp(bytes, { ...options, limitInputPixels: false, failOn: 'none' }).metadata();
    return autoOrient.width > 0 && autoOrient.height > 0 ? autoOrient : undefined;
  } catch {
    return undefined;
  }
}

/** Entities of an SVG can grow without end or name files. */
function hasEntities(bytes: Buffer): boolean {
  // In UTF-16 every other byte of them is zero.
  return /<!ENTITY|<!DOCTYPE[^>]*\[/i.test(bytes.toString('latin1').replaceAll('\0', ''));
}

/**
 * Makes the three thumbnails: WebP, upright, in sRGB, without metadata, never larger than the picture itself. Of several pages or frames the
 * first is shown.
 * @throws PreviewRefused where the picture must not be decoded, Error where it cannot be
 */
export async function makePreview(bytes: Buffer): Promise<Preview> {
  const sharp = await loadSharp();
  // The limit of the decoder would only say that there is one; nothing is decoded here.
  const { format, width, height, autoOrient } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  const most = byLine.has(format) ? mostPixelsByLine : mostPixelsWhole;
  if (width * height > most) {
    throw new PreviewRefused(
      'too-many-pixels',
      `The picture has ${width} x ${height} pixels; no more than ${most} are decoded.`,
    );
  }
  if (format === 'svg' && (bytes.byteLength > mostSvgBytes || hasEntities(bytes))) {
    throw new PreviewRefused('unsafe-svg', 'The SVG declares entities or is too large.');
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
