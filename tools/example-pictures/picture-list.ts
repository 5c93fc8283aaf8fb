import { caseOfProducts, giftBox, palletOfCases } from './cartons.ts';
import { capers, chilliSlices, olives, paste, strips } from './contents.ts';
import { randomNumbers, type Svg } from './svg.ts';
import { bottle, bowl, jar, pouch, tin } from './vessels.ts';

const gold = '#c9a24a';
const red = '#b3352a';
const green = '#4d6b34';

const greenOlives = olives('#93a046', '#5b6427', '#c5c68a');
const blackOlives = olives('#3f2f38', '#1c1418', '#6d5a55');
const filledOlives = olives('#93a046', '#c8402c', '#c5c68a');
const almondOlives = olives('#93a046', '#f1ddb2', '#c5c68a');
const peppers = strips('#c8392a', '#7f1d18');
const mildPeppers = strips('#c3c75a', '#8d9440');
const ajvar = paste('#c1441f', ['#a83316', '#d96a36', '#8c2a12']);
const ajvarHot = paste('#a92d16', ['#7f1d0e', '#d4552a', '#e8b44a']);
const tapenade = paste('#3a2e2b', ['#1f1716', '#5b4a40', '#6f7a3a']);
const paprika = paste('#b62f16', ['#c94423', '#9c230f', '#d65a33']);
const zaatar = paste('#77803f', ['#5b6630', '#d8c48e', '#7a3030', '#929b55']);

const small: [number, number] = [150, 172];
const tall: [number, number] = [172, 224];
const low: [number, number] = [158, 128];
const wallOf = {
  olive: '#dfe2c8',
  pepper: '#ecd6cb',
  spice: '#efd9c3',
  oil: '#e4e3c9',
  gift: '#e2dad3',
  salt: '#d3dfe6',
};

function chillies(): Svg {
  const random = randomNumbers(5);
  return Array.from({ length: 7 }, () => {
    const place = `${(170 + random() * 60).toFixed(0)} ${(210 + random() * 120).toFixed(0)}`;
    return `<path d="M${place}q14 20 2 46" stroke="#c22a18" stroke-width="9" stroke-linecap="round" fill="none"/>`;
  }).join('');
}

const oil = (size: [number, number], amount: string) =>
  bottle({
    size,
    glass: '#35431c',
    cap: '#20240f',
    wall: wallOf.oil,
    title: ['Extra virgin', 'olive oil'],
    amount,
    ink: green,
  });

const oliveJars: Record<string, Svg> = {
  'olives-green-180': jar({
    size: small,
    contents: greenOlives,
    lid: gold,
    wall: wallOf.olive,
    title: ['Green', 'olives'],
    amount: '180 g',
    ink: green,
  }),
  'olives-green-370': jar({
    size: tall,
    contents: greenOlives,
    lid: gold,
    wall: wallOf.olive,
    title: ['Green', 'olives'],
    amount: '370 g',
    ink: green,
  }),
  'olives-green-1000': pouch({
    size: [212, 276],
    color: '#5e7a3c',
    window: greenOlives,
    wall: wallOf.olive,
    title: ['Green', 'olives'],
    amount: '1 kg',
    ink: green,
  }),
  'olives-black-180': jar({
    size: small,
    contents: blackOlives,
    lid: '#3a3236',
    wall: wallOf.olive,
    title: ['Black', 'olives'],
    amount: '180 g',
    ink: '#3f2f38',
  }),
  'olives-black-370': jar({
    size: tall,
    contents: blackOlives,
    lid: '#3a3236',
    wall: wallOf.olive,
    title: ['Black', 'olives'],
    amount: '370 g',
    ink: '#3f2f38',
  }),
  'olives-pimiento-190': jar({
    size: small,
    contents: filledOlives,
    lid: red,
    wall: wallOf.olive,
    title: ['Olives with', 'pimiento'],
    amount: '190 g',
    ink: red,
  }),
  'olives-almond-190': jar({
    size: small,
    contents: almondOlives,
    lid: '#d8c9a0',
    wall: wallOf.olive,
    title: ['Olives with', 'almond'],
    amount: '190 g',
    ink: '#8a5a2b',
  }),
  'capers-100': jar({
    size: [124, 136],
    contents: capers,
    lid: '#7d8a4a',
    wall: wallOf.olive,
    title: ['Capers in', 'sea salt'],
    amount: '100 g',
    ink: green,
  }),
};

const pepperJars: Record<string, Svg> = {
  'pimiento-roasted-200': jar({
    size: small,
    contents: peppers,
    lid: red,
    wall: wallOf.pepper,
    title: ['Roasted', 'pimientos'],
    amount: '200 g',
    ink: red,
  }),
  'pimiento-roasted-450': jar({
    size: tall,
    contents: peppers,
    lid: red,
    wall: wallOf.pepper,
    title: ['Roasted', 'pimientos'],
    amount: '450 g',
    ink: red,
  }),
  'jalapeno-slices-220': jar({
    size: [146, 188],
    contents: chilliSlices,
    lid: green,
    wall: wallOf.pepper,
    title: ['Jalapeño', 'slices'],
    amount: '220 g',
    ink: green,
  }),
  'peperoni-mild-260': jar({
    size: [138, 212],
    contents: mildPeppers,
    lid: '#c9b94a',
    wall: wallOf.pepper,
    title: ['Mild chilli', 'peppers'],
    amount: '260 g',
    ink: '#7b7a20',
  }),
  'ajvar-mild-190': jar({
    size: low,
    contents: ajvar,
    lid: '#c1441f',
    wall: wallOf.pepper,
    title: ['Ajvar', 'mild'],
    amount: '190 g',
    ink: '#a83316',
  }),
  'ajvar-hot-190': jar({
    size: low,
    contents: ajvarHot,
    lid: '#5a1410',
    wall: wallOf.pepper,
    title: ['Ajvar', 'hot'],
    amount: '190 g',
    ink: '#7f1d0e',
  }),
  'tapenade-black-140': jar({
    size: [142, 116],
    contents: tapenade,
    lid: '#2a2422',
    wall: wallOf.olive,
    title: ['Black', 'tapenade'],
    amount: '140 g',
    ink: '#3a2e2b',
  }),
};

const bottles: Record<string, Svg> = {
  'oil-extra-virgin-250': oil([86, 214], '250 ml'),
  'oil-extra-virgin-500': oil([102, 258], '500 ml'),
  'oil-extra-virgin-750': oil([116, 292], '750 ml'),
  'oil-chilli-100': bottle({
    size: [84, 178],
    glass: '#d59a35',
    cap: red,
    wall: wallOf.oil,
    inside: chillies(),
    title: ['Chilli', 'oil'],
    amount: '100 ml',
    ink: red,
  }),
  'oil-pumpkin-250': bottle({
    size: [88, 222],
    glass: '#16261a',
    cap: '#c9762a',
    wall: wallOf.oil,
    title: ['Pumpkin', 'seed oil'],
    amount: '250 ml',
    ink: '#b0601c',
  }),
  'vinegar-sherry-250': bottle({
    size: [88, 226],
    glass: '#6d3212',
    cap: '#2a1a10',
    wall: wallOf.oil,
    title: ['Sherry', 'vinegar'],
    amount: '250 ml',
    ink: '#6d3212',
  }),
};

const spices: Record<string, Svg> = {
  'paprika-sweet-50': tin({
    size: [128, 156],
    color: '#b62f16',
    wall: wallOf.spice,
    title: ['Sweet', 'paprika'],
    amount: '50 g',
    ink: '#9c230f',
  }),
  'paprika-sweet-250': pouch({
    size: [186, 250],
    color: '#b8442a',
    window: paprika,
    wall: wallOf.spice,
    title: ['Sweet', 'paprika'],
    amount: '250 g',
    ink: '#9c230f',
  }),
  'pimenton-smoked-70': tin({
    size: [136, 142],
    color: '#7a2a18',
    wall: wallOf.spice,
    title: ['Smoked', 'paprika'],
    amount: '70 g',
    ink: '#7a2a18',
  }),
  'za-atar-60': tin({
    size: [128, 156],
    color: '#6b7638',
    wall: wallOf.spice,
    title: ['Za’atar'],
    amount: '60 g',
    ink: '#5b6630',
  }),
  'fleur-de-sel-125': tin({
    size: [150, 120],
    color: '#4d7f9c',
    wall: wallOf.salt,
    title: ['Fleur', 'de sel'],
    amount: '125 g',
    ink: '#2f5f7c',
  }),
};

const cartons: Record<string, Svg> = {
  'gift-box-antipasti': giftBox({
    size: [248, 160],
    color: '#6b7638',
    ribbon: '#e3c46a',
    wall: wallOf.gift,
    title: ['Antipasti'],
    amount: '4 jars',
    ink: green,
  }),
  'gift-box-spices': giftBox({
    size: [216, 140],
    color: '#a4371f',
    ribbon: '#f0d9a8',
    wall: wallOf.gift,
    title: ['Spices'],
    amount: '5 tins',
    ink: '#9c230f',
  }),
  case: caseOfProducts(),
  pallet: palletOfCases(),
};

const servings: Record<string, Svg> = {
  'serving-olives-green': bowl(greenOlives, '#d8cdb8', '#f3efe6'),
  'serving-olives-black': bowl(blackOlives, '#d8cdb8', '#c97b4a'),
  'serving-pimiento': bowl(peppers, '#cfd4d0', '#f3efe6'),
  'serving-ajvar': bowl(ajvar, '#d8cdb8', '#4f6a78'),
  'serving-paprika': bowl(paprika, '#cfd4d0', '#e9e2d2'),
  'serving-za-atar': bowl(zaatar, '#d8cdb8', '#f3efe6'),
  'serving-capers': bowl(capers, '#cfd4d0', '#4f6a78'),
};

/** All pictures of the example catalogue, by file name without extension. */
export const pictures: Record<string, Svg> = {
  ...oliveJars,
  ...pepperJars,
  ...bottles,
  ...spices,
  ...cartons,
  ...servings,
};
