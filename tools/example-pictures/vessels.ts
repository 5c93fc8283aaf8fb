import type { Contents } from './contents.ts';
import { label, type LabelText, roundedFill, scene, type Svg } from './svg.ts';

/** Y coordinate of the lower edge of everything that stands on the table. */
const base = 352;

interface Jar extends LabelText {
  /** Width and height of the glass. */
  size: [width: number, height: number];
  contents: Contents;
  lid: string;
  wall: string;
}

/** A glass jar with a lid. */
export function jar({ size: [width, height], contents, lid, wall, ...text }: Jar): Svg {
  const left = 200 - width / 2;
  const top = base - height;
  const glass = `M${left + 14} ${top}h${width - 28}q4 14 14 22v${height - 40}q0 18-18 18h${-width + 36}q-18 0-18-18v${-height + 40}q10-8 14-22z`;
  const lidWidth = width - 14;
  return scene(
    wall,
    [width, height],
    `<defs><clipPath id="glass"><path d="${glass}"/></clipPath>${roundedFill('lid', lid)}</defs>
    <g clip-path="url(#glass)"><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#eef0e2"/>
    ${contents(left, top + 16, width, height - 22)}</g>
    ${label(200, top + height * 0.58, [width * 0.8, Math.min(height * 0.54, 104)], text)}
    <path d="${glass}" fill="url(#shine)"/><path d="${glass}" fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="2.5"/>
    <rect x="${200 - lidWidth / 2}" y="${top - 30}" width="${lidWidth}" height="33" rx="6" fill="${lid}"/>
    <rect x="${200 - lidWidth / 2}" y="${top - 30}" width="${lidWidth}" height="33" rx="6" fill="url(#lid)" opacity=".75"/>
    <path d="M${200 - lidWidth / 2} ${top - 8}h${lidWidth}" stroke="#000" stroke-opacity=".2" stroke-width="2"/>`,
  );
}

interface Bottle extends LabelText {
  size: [width: number, height: number];
  glass: string;
  cap: string;
  wall: string;
  /** Drawn behind the label, such as chillies in the oil. */
  inside?: Svg;
}

/** A bottle of oil or vinegar. */
export function bottle({ size: [width, height], glass, cap, wall, inside = '', ...text }: Bottle): Svg {
  const left = 200 - width / 2;
  const top = base - height;
  const neck = Math.max(13, width * 0.17);
  const shoulder = height * 0.3;
  const shape = `M${200 - neck} ${top}h${neck * 2}v${shoulder * 0.55}q0 ${shoulder * 0.3} ${width / 2 - neck} ${shoulder * 0.5}v${height - shoulder * 1.05 - 14}q0 14-14 14h${-width + 28}q-14 0-14-14v${-(height - shoulder * 1.05 - 14)}q${width / 2 - neck} ${-shoulder * 0.2} ${width / 2 - neck} ${-shoulder * 0.5}z`;
  return scene(
    wall,
    [width, height],
    `<defs>${roundedFill('cap', cap)}<clipPath id="bottle"><path d="${shape}"/></clipPath></defs>
    <path d="${shape}" fill="${glass}"/><g clip-path="url(#bottle)">${inside}
    <rect x="${left}" y="${top}" width="${width}" height="${shoulder * 0.5}" fill="#fff" opacity=".16"/></g>
    ${label(200, top + height * 0.68, [width * 0.86, height * 0.36], text)}
    <path d="${shape}" fill="url(#shine)"/>
    <rect x="${200 - neck - 3}" y="${top - 26}" width="${neck * 2 + 6}" height="34" rx="4" fill="${cap}"/>
    <rect x="${200 - neck - 3}" y="${top - 26}" width="${neck * 2 + 6}" height="34" rx="4" fill="url(#cap)" opacity=".6"/>`,
  );
}

interface Tin extends LabelText {
  size: [width: number, height: number];
  color: string;
  wall: string;
}

/** A round tin of spices with a label. */
export function tin({ size: [width, height], color, wall, ...text }: Tin): Svg {
  const left = 200 - width / 2;
  const top = base - height;
  const body = `M${left} ${top}v${height - 12}a${width / 2} 16 0 0 0 ${width} 0v${-height + 12}z`;
  return scene(
    wall,
    [width, height],
    `<defs>${roundedFill('metal', '#d9d4c8')}</defs><path d="${body}" fill="${color}"/>
    <path d="M${left} ${top + height * 0.82}v${height * 0.08}a${width / 2} 16 0 0 0 ${width} 0v${-height * 0.08}a${width / 2} 16 0 0 1 ${-width} 0z" fill="#fff" opacity=".5"/>
    ${label(200, top + height * 0.48, [width * 0.72, height * 0.52], text)}
    <path d="${body}" fill="url(#shine)"/>
    <path d="M${left - 3} ${top - 24}v22a${width / 2 + 3} 17 0 0 0 ${width + 6} 0v-22z" fill="#d9d4c8"/>
    <path d="M${left - 3} ${top - 24}v22a${width / 2 + 3} 17 0 0 0 ${width + 6} 0v-22z" fill="url(#metal)" opacity=".7"/>
    <ellipse cx="200" cy="${top - 24}" rx="${width / 2 + 3}" ry="16" fill="#e9e5dc" stroke="#b8b1a1"/>
    <ellipse cx="200" cy="${top - 24}" rx="${width / 2 - 12}" ry="11" fill="none" stroke="#c6c0b2" stroke-width="2"/>`,
  );
}

interface Pouch extends LabelText {
  size: [width: number, height: number];
  color: string;
  window: Contents;
  wall: string;
}

/** A stand-up pouch with a window. */
export function pouch({ size: [width, height], color, window, wall, ...text }: Pouch): Svg {
  const left = 200 - width / 2;
  const top = base - height;
  const shape = `M${left + 6} ${top}h${width - 12}l3 26q-8 ${height / 2} 3 ${height - 40}q-${width / 2} 28-${width} 0q11-${height / 2} 3-${height - 40}z`;
  const middle = top + height * 0.76;
  return scene(
    wall,
    [width, height],
    `<defs><clipPath id="window"><ellipse cx="200" cy="${middle}" rx="${width * 0.32}" ry="${height * 0.13}"/></clipPath></defs>
    <path d="${shape}" fill="${color}"/>
    <g clip-path="url(#window)">${window(left, middle - height * 0.14, width, height * 0.28)}</g>
    ${label(200, top + height * 0.38, [width * 0.76, height * 0.36], text)}
    <path d="${shape}" fill="url(#shine)"/>
    <path d="M${left + 6} ${top + 18}h${width - 12}" stroke="#fff" stroke-opacity=".55" stroke-width="3" stroke-dasharray="5 4"/>
    <circle cx="200" cy="${top + 9}" r="5" fill="${wall}" opacity=".8"/>`,
  );
}

/** A bowl, seen from above. */
export function bowl(contents: Contents, wall: string, color: string): Svg {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><defs>
    <clipPath id="bowl"><circle cx="200" cy="198" r="122"/></clipPath>
    <radialGradient id="depth" cx=".45" cy=".4" r=".6"><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></radialGradient>
    <radialGradient id="wall" cx=".4" cy=".35" r=".8"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${wall}"/></radialGradient>
    <filter id="blur" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="10"/></filter></defs>
    <rect width="400" height="400" fill="url(#wall)"/><circle cx="208" cy="214" r="150" fill="#3b2c18" opacity=".4" filter="url(#blur)"/>
    <circle cx="200" cy="198" r="148" fill="${color}"/><circle cx="200" cy="198" r="147" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="3"/>
    <circle cx="200" cy="198" r="127" fill="#000" opacity=".2"/>
    <g clip-path="url(#bowl)">${contents(70, 70, 260, 260)}</g><circle cx="200" cy="198" r="122" fill="url(#depth)"/></svg>`;
}
