/** Pieces of SVG that all pictures share. Coordinates are those of a square of 400 × 400. */

export type Svg = string;

/**
 * Creates a generator of pseudo-random numbers between 0 and 1. Equal seeds give equal numbers, so a picture changes only if its drawing
 * changes.
 */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Returns a gradient from left to right, which makes a flat shape look round. @param edge opacity of the shadow at the right edge */
export function roundedFill(id: string, color: string, edge = 0.45): Svg {
  return `<linearGradient id="${id}"><stop offset="0" stop-color="${color}"/><stop offset=".28" stop-color="${color}"/>
    <stop offset=".42" stop-color="#fff" stop-opacity=".9"/><stop offset=".5" stop-color="${color}"/>
    <stop offset="1" stop-color="#1d1408" stop-opacity="${edge}"/></linearGradient>`;
}

/** A gradient that is drawn over a shape. It darkens the sides and adds a light stripe. */
const shine = `<linearGradient id="shine"><stop offset="0" stop-color="#140d04" stop-opacity=".38"/>
  <stop offset=".14" stop-color="#140d04" stop-opacity=".06"/><stop offset=".2" stop-color="#fff" stop-opacity=".5"/>
  <stop offset=".27" stop-color="#fff" stop-opacity=".08"/><stop offset=".75" stop-color="#140d04" stop-opacity=".02"/>
  <stop offset="1" stop-color="#140d04" stop-opacity=".42"/></linearGradient>`;

/**
 * Places a product on a table in front of a wall. Small products are enlarged, but stay smaller than large ones.
 * @param size width and height of the product, whose lower edge is at y = 352
 */
export function scene(wall: string, [width, height]: [width: number, height: number], product: Svg): Svg {
  const zoom = Math.max(1, (300 / (height + 40)) ** 0.7);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><defs>${shine}
    <radialGradient id="wall" cx=".42" cy=".35" r=".8"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${wall}"/></radialGradient>
    <linearGradient id="table" x2="0" y2="1"><stop offset="0" stop-color="${wall}"/><stop offset="1" stop-color="#fff"/></linearGradient>
    <filter id="blur" x="-20%" y="-150%" width="140%" height="400%"><feGaussianBlur stdDeviation="9"/></filter></defs>
    <rect width="400" height="400" fill="url(#wall)"/><rect y="310" width="400" height="90" fill="url(#table)" opacity=".8"/>
    <ellipse cx="212" cy="352" rx="${width * zoom * 0.58}" ry="13" fill="#3b2c18" opacity=".45" filter="url(#blur)"/>
    <g transform="translate(200 352) scale(${zoom.toFixed(3)}) translate(-200 -352)">${product}</g></svg>`;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export interface LabelText {
  /** One or two lines. */
  title: string[];
  amount: string;
  /** Colour of the title and the frame. */
  ink: string;
}

/** Draws a paper label with its centre at `x` and `y`. @param size width and height */
export function label(x: number, y: number, [width, height]: [number, number], { title, amount, ink }: LabelText): Svg {
  const left = x - width / 2;
  const top = y - height / 2;
  const longest = Math.max(...title.map((line) => line.length));
  const letters = Math.min(25, (width - 14) / (longest * 0.56), (height - 36) / title.length);
  const first = y + letters * 0.32 - ((title.length - 1) * letters) / 2;
  const brand = Math.min(8.5, width / 13);
  const lines = title.map(
    (line, at) =>
      `<text x="${x}" y="${first + at * letters}" font-size="${letters}" font-family="P052, serif" font-weight="bold" fill="${ink}">${escape(line)}</text>`,
  );
  return `<g text-anchor="middle"><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="5" fill="#fbf6ea"/>
    <rect x="${left + 5}" y="${top + 5}" width="${width - 10}" height="${height - 10}" rx="3" fill="none" stroke="${ink}" stroke-width="1.2" opacity=".7"/>
    <text x="${x}" y="${top + 9 + brand}" font-size="${brand}" letter-spacing="${brand * 0.16}" font-family="URW Gothic, sans-serif" fill="${ink}">PIMENTO PANTRY</text>
    ${lines.join('')}
    <text x="${x}" y="${top + height - 9}" font-size="10" font-family="URW Gothic, sans-serif" fill="#5b4a33">${escape(amount)}</text></g>`;
}
