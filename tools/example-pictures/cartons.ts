import { label, type LabelText, scene, type Svg } from './svg.ts';

interface Box extends LabelText {
  /** Width and height of the front. */
  size: [width: number, height: number];
  color: string;
  ribbon: string;
  wall: string;
}

/** A gift box with a ribbon. */
export function giftBox({ size: [width, height], color, ribbon, wall, ...text }: Box): Svg {
  const left = 200 - width / 2;
  const top = 352 - height;
  return scene(
    wall,
    [width, height],
    `<defs><linearGradient id="front" x2=".3" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".25"/><stop offset="1" stop-color="#000" stop-opacity=".28"/></linearGradient></defs>
    <rect x="${left}" y="${top}" width="${width}" height="${height}" rx="3" fill="${color}"/>
    <rect x="${left}" y="${top}" width="${width}" height="${height}" rx="3" fill="url(#front)"/>
    <rect x="${left + width * 0.12}" y="${top}" width="20" height="${height}" fill="${ribbon}"/>
    ${label(left + width * 0.58, top + height * 0.6, [width * 0.58, height * 0.5], text)}
    <rect x="${left - 8}" y="${top - 26}" width="${width + 16}" height="46" rx="3" fill="${color}"/>
    <rect x="${left - 8}" y="${top - 26}" width="${width + 16}" height="46" rx="3" fill="#fff" opacity=".14"/>
    <rect x="${left + width * 0.12}" y="${top - 26}" width="20" height="46" fill="${ribbon}"/>
    <path d="M${left + width * 0.12 + 10} ${top - 26}q-46-46-52-14q-2 16 52 14q46-46 58-12q2 14-58 12l-26 30m26-30l34 26" fill="none" stroke="${ribbon}" stroke-width="9" stroke-linecap="round"/>
    <circle cx="${left + width * 0.12 + 10}" cy="${top - 26}" r="9" fill="${ribbon}"/>`,
  );
}

/** A shipping case of corrugated board. Position and size are those of its front. */
function shippingCase(x: number, y: number, width: number, height: number, mark: Svg = ''): Svg {
  const deep = width * 0.22;
  return `<path d="M${x} ${y}l${deep} ${-deep * 0.6}h${width}l${-deep} ${deep * 0.6}z" fill="#d9b27c"/>
    <path d="M${x + width} ${y}l${deep} ${-deep * 0.6}v${height}l${-deep} ${deep * 0.6}z" fill="#a97f4c"/>
    <rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#c79a62"/>
    <rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#8d673a" stroke-opacity=".5"/>
    <path d="M${x + width / 2 - 7} ${y + height * 0.2}v${-height * 0.2}l${deep} ${-deep * 0.6}h14l${-deep} ${deep * 0.6}v${height * 0.2}z" fill="#e9dcc0" opacity=".8"/>${mark}`;
}

export function caseOfProducts(): Svg {
  const mark = `${label(185, 275, [130, 84], { title: ['Case'], amount: 'handle with care', ink: '#5a3d1a' })}
    <path d="M285 328v-24m-6 8l6-8l6 8M303 328v-24m-6 8l6-8l6 8" stroke="#5a3d1a" stroke-width="3" fill="none"/>`;
  return scene('#e6ded0', [260, 200], shippingCase(78, 190, 220, 160, mark));
}

export function palletOfCases(): Svg {
  const cases: Svg[] = [];
  for (let row = 2; row >= 0; row--)
    for (let column = 0; column < 3; column++) cases.push(shippingCase(72 + column * 76, 102 + row * 70, 75, 69));
  const boards = [72, 172, 272].map((x) => `<rect x="${x}" y="326" width="28" height="24" fill="#8a6a42"/>`);
  // from the bottom up, so that the upper cases cover the tops of the lower ones
  return scene(
    '#dfe2e2',
    [270, 270],
    `<path d="M66 326l18-12h250l-18 12z" fill="#b08b5c"/>${boards.join('')}
    <rect x="66" y="318" width="238" height="10" fill="#a27d4e"/><rect x="66" y="346" width="238" height="8" fill="#a27d4e"/>${cases.join('')}`,
  );
}
