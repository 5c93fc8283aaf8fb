// Draws the pictures of the example catalogue and saves them in packages/server/example/pictures: `node tools/example-pictures/draw.ts`.
// The pictures are committed, because the fonts of machines differ. Run this after a change to a drawing, and look at the result.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { pictures } from './picture-list.ts';
import { root } from '../root.ts';

const folder = `${root}/packages/server/example/pictures`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let bytes = 0;
for (const [name, svg] of Object.entries(pictures)) {
  // 340 pixels are enough for the page of a product. The letters of the labels stay sharp, at about 8 kB a picture.
  const picture = await sharp(Buffer.from(svg))
    .resize(340)
    .jpeg({ quality: 60, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  writeFileSync(`${folder}/${name}.jpg`, picture);
  bytes += picture.length;
}
console.log(`${Object.keys(pictures).length} pictures, ${Math.round(bytes / 1000)} kB, in ${folder}`);
