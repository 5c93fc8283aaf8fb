import { addDecimals, compareDecimals, Decimal, multiplyDecimals, parseDecimal } from '@pimento/formula';
import { RE2JS } from 're2js';
import type { ImageRestriction } from '../../standards/core.ts';
import { type Fault, fault } from './evaluation-problem.ts';
import type { KnownAsset } from './known-asset.ts';

/** A demand that a file does not satisfy, with the parameter that determines the level of the problem. */
export interface ImageFault {
  parameter: string;
  fault: Fault;
}

export type ImageCheck = (id: string, asset: KnownAsset) => ImageFault[];

interface Image {
  attribute: string;
  asset: string;
  width: number;
  height: number;
}

/** Returns the function that checks a file with content. The function returns all demands that the file does not satisfy. */
export function imageCheck(attribute: string, demands: ImageRestriction): ImageCheck {
  const name = demands.fileNamePattern === undefined ? undefined : RE2JS.compile(demands.fileNamePattern);
  const needsSize = measuredDemands(demands);
  return (id, asset) => {
    const faults: ImageFault[] = [];
    const { type, size, address, width, height } = asset.facts;
    const of = { attribute, asset: id };
    const { contentTypes: allowed, maxFileSizeBytes: maxBytes } = demands;
    if (allowed !== undefined && type !== undefined && !allowed.some((pattern) => matchesType(type, pattern)))
      faults.push({ parameter: 'contentTypes', fault: fault('image-type', { ...of, type, allowed: [...allowed] }) });
    if (maxBytes !== undefined && size !== undefined && size > maxBytes)
      faults.push({ parameter: 'maxFileSizeBytes', fault: fault('file-too-large', { ...of, bytes: size, maxBytes }) });
    if (name !== undefined && asset.fileName !== undefined && !name.test(asset.fileName)) {
      const pattern = demands.fileNamePattern ?? '';
      faults.push({
        parameter: 'fileNamePattern',
        fault: fault('file-name', { ...of, name: asset.fileName, pattern }),
      });
    }
    if (demands.publicAddress && address === null)
      faults.push({ parameter: 'publicAddress', fault: fault('no-public-address', of) });
    if (!needsSize) return faults;
    if (width !== undefined && height !== undefined)
      return [...faults, ...checkSize({ ...of, width, height }, demands)];
    return [...faults, { parameter: 'measurable', fault: fault('image-not-measured', of) }];
  };
}

/** Returns true if any demand needs the width and height of an image. */
function measuredDemands(demands: ImageRestriction): boolean {
  const { minPixelWidth, minPixelHeight, maxPixelWidth, maxPixelHeight, minimumPixelLongEdge } = demands;
  const { maxMegapixels, aspectRatio, minAspect, maxAspect } = demands;
  const sizes = [minPixelWidth, minPixelHeight, maxPixelWidth, maxPixelHeight, minimumPixelLongEdge];
  return [...sizes, maxMegapixels, aspectRatio, minAspect, maxAspect].some((demand) => demand !== undefined);
}

function matchesType(type: string, pattern: string): boolean {
  if (pattern === '*/*' || pattern === '*') return true;
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

function checkSize(image: Image, demands: ImageRestriction): ImageFault[] {
  const { width, height } = image;
  const faults: ImageFault[] = [];
  const small = (parameter: string, limit: string) => {
    faults.push({ parameter, fault: fault('image-too-small', { ...image, limit }) });
  };
  const large = (parameter: string, limit: string) => {
    faults.push({ parameter, fault: fault('image-too-large', { ...image, limit }) });
  };
  const { minPixelWidth = 1, minPixelHeight = 1, minimumPixelLongEdge, maxMegapixels } = demands;
  const { maxPixelWidth = Infinity, maxPixelHeight = Infinity } = demands;
  if (width < minPixelWidth || height < minPixelHeight)
    small(width < minPixelWidth ? 'minPixelWidth' : 'minPixelHeight', `${minPixelWidth} × ${minPixelHeight}`);
  if (minimumPixelLongEdge !== undefined && Math.max(width, height) < minimumPixelLongEdge)
    small('minimumPixelLongEdge', `${minimumPixelLongEdge} px`);
  if (width > maxPixelWidth || height > maxPixelHeight) {
    const [across, down] = [maxPixelWidth, maxPixelHeight].map((max) => (max === Infinity ? '…' : String(max)));
    large(width > maxPixelWidth ? 'maxPixelWidth' : 'maxPixelHeight', `${across} × ${down}`);
  }
  if (maxMegapixels !== undefined && exceeds(width * height, maxMegapixels, 1_000_000))
    large('maxMegapixels', `${maxMegapixels} MP`);
  return [...faults, ...checkAspect(image, demands)];
}

function checkAspect(image: Image, { aspectRatio, minAspect, maxAspect }: ImageRestriction): ImageFault[] {
  const { width, height } = image;
  const faults: ImageFault[] = [];
  const wrong = (parameter: string, limit: string) => {
    faults.push({ parameter, fault: fault('image-wrong-aspect', { ...image, limit }) });
  };
  if (aspectRatio !== undefined && !hasRatio(image, aspectRatio))
    wrong('aspectRatio', `${aspectRatio.width}:${aspectRatio.height}`);
  // Checks width / height < minimum without a division.
  if (minAspect !== undefined && !exceeds(width, minAspect, height, true)) wrong('minAspect', `≥ ${minAspect}`);
  if (maxAspect !== undefined && exceeds(width, maxAspect, height)) wrong('maxAspect', `≤ ${maxAspect}`);
  return faults;
}

/**
 * Checks |width / height − ratio| ≤ tolerance exactly, without a division. Compares |width × ratioHeight − height × ratioWidth| ≤ tolerance
 * × height × ratioHeight.
 */
function hasRatio({ width, height }: Image, ratio: { width: string; height: string; tolerance: string }): boolean {
  const [across, down, tolerance] = [ratio.width, ratio.height, ratio.tolerance].map((text) => parseDecimal(text));
  if (across === undefined || down === undefined || tolerance === undefined) return true;
  const left = product(width, down);
  const right = product(height, across);
  const allowed = product(height, multiplied(tolerance, down));
  const greater = compareDecimals(left, right) >= 0 ? [left, right] : [right, left];
  return compareDecimals(greater[0] ?? left, sum(greater[1] ?? right, allowed)) <= 0;
}

/** Returns true if value > limit × factor or, if `orEqual` is true, value ≥ limit × factor. */
function exceeds(value: number, limit: string, factor: number, orEqual = false): boolean {
  const parsed = parseDecimal(limit);
  if (parsed === undefined) return orEqual;
  const order = compareDecimals(new Decimal(value, 0), product(factor, parsed));
  return orEqual ? order >= 0 : order > 0;
}

function product(factor: number, decimal: Decimal): Decimal {
  return multiplied(new Decimal(factor, 0), decimal);
}

function multiplied(a: Decimal, b: Decimal): Decimal {
  return multiplyDecimals(a, b) ?? a;
}

function sum(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, b) ?? a;
}
