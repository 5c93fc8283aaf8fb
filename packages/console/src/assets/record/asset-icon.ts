import type { Asset } from '@pimento/contract';
import {
  IconCloudDownload,
  IconFile,
  IconFileTypePdf,
  IconFileZip,
  IconMusic,
  IconPhoto,
  IconPhotoX,
  IconUpload,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';

const iconsByType: [RegExp, TablerIcon][] = [
  [/^image\//, IconPhoto],
  [/^video\//, IconVideo],
  [/^audio\//, IconMusic],
  [/pdf/, IconFileTypePdf],
  [/zip|compressed|tar/, IconFileZip],
];

const iconOfType = (contentType: string | null): TablerIcon =>
  iconsByType.find(([pattern]) => pattern.test(contentType ?? ''))?.[1] ?? IconFile;

/** Returns the icon of an asset that has no thumbnail: the icon of its state or file type, or a photo icon if its record is missing. */
export function iconOf(asset: Asset | null | undefined): TablerIcon {
  if (!asset) return IconPhoto;
  if (asset.status === 'FAILED') return IconPhotoX;
  if (asset.status === 'WAITING_FOR_UPLOAD') return IconUpload;
  if (asset.status === 'READY') return iconOfType(asset.contentType);
  return IconCloudDownload;
}
