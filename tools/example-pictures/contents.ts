import { randomNumbers, type Svg } from './svg.ts';

/** Fills a rectangle. The caller clips it to the shape of the vessel. */
export type Contents = (x: number, y: number, width: number, height: number) => Svg;

type Draw = (x: number, y: number, random: () => number) => Svg;

/** Repeats a piece of food in staggered rows. @param step distance between two pieces */
function heap(ground: string, step: number, draw: Draw): Contents {
  return (left, top, width, height) => {
    const random = randomNumbers(7);
    const pieces: Svg[] = [];
    for (let row = 0; row * step * 0.82 < height + step; row++) {
      for (let column = 0; column * step < width + step; column++) {
        const x = left + (column + (row % 2) / 2) * step + (random() - 0.5) * step * 0.3;
        const y = top + row * step * 0.82 + (random() - 0.5) * step * 0.3;
        pieces.push(draw(x, y, random));
      }
    }
    return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${ground}"/>${pieces.join('')}`;
  };
}

const turned = (x: number, y: number, angle: number, svg: Svg) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)})">${svg}</g>`;

/** Olives. @param heart colour of the hole or of the filling */
export const olives = (skin: string, heart: string, brine: string): Contents =>
  heap(brine, 31, (x, y, random) =>
    turned(
      x,
      y,
      random() * 180,
      `<ellipse rx="18" ry="14.5" fill="${skin}" stroke="#2b2410" stroke-opacity=".35"/>
       <ellipse cx="9" cy="1" rx="4.5" ry="5.5" fill="${heart}"/><ellipse cx="-5" cy="-5" rx="6" ry="3" fill="#fff" opacity=".35"/>`,
    ),
  );

export const capers: Contents = heap('#c9c7a0', 15, (x, y, random) =>
  turned(
    x,
    y,
    random() * 360,
    `<ellipse rx="8" ry="7" fill="#6f7a3a" stroke="#3c4420" stroke-opacity=".5"/><path d="M0-6v5" stroke="#b9c27a" stroke-width="1.6"/>`,
  ),
);

/** Long pieces, such as strips of peppers. */
export const strips = (color: string, dark: string): Contents =>
  heap(dark, 34, (x, y, random) =>
    turned(
      x,
      y,
      random() * 70 - 35,
      `<rect x="-34" y="-11" width="68" height="22" rx="11" fill="${color}" stroke="${dark}"/>
       <rect x="-26" y="-7" width="44" height="4" rx="2" fill="#fff" opacity=".35"/>`,
    ),
  );

export const chilliSlices: Contents = heap('#c9d3a0', 30, (x, y, random) =>
  turned(
    x,
    y,
    random() * 360,
    `<ellipse rx="17" ry="15" fill="#5f8b2c" stroke="#35551a"/><ellipse rx="12" ry="10.5" fill="#d7e3a6"/>
     <path d="M-11 0H11M0-10V10" stroke="#a9c272" stroke-width="2"/><circle cx="4" cy="4" r="2" fill="#f6f0d8"/><circle cx="-5" cy="-3" r="2" fill="#f6f0d8"/>`,
  ),
);

/** A smooth paste or a powder with grains of other colours. */
export const paste =
  (ground: string, grains: string[]): Contents =>
  (left, top, width, height) => {
    const random = randomNumbers(11);
    const dots = Array.from({ length: Math.round((width * height) / 110) }, () => {
      const color = grains[Math.floor(random() * grains.length)] ?? ground;
      return `<circle cx="${(left + random() * width).toFixed(1)}" cy="${(top + random() * height).toFixed(1)}" r="${(1 + random() * 2.6).toFixed(1)}" fill="${color}"/>`;
    });
    return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${ground}"/>${dots.join('')}`;
  };
