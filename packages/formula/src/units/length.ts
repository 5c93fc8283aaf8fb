import { readUnits } from './unit-table.ts';

export const lengthUnits = [
  ...readUnits(
    'length',
    `MTR | m | m | 1 | metre, metres, meter, meters, mètre, mètres
KMT | km | km | 1000 | kilometre, kilometres, kilometer, kilometers, kilomètre
DMT | dm | dm | 0.1 | decimetre, decimeter, Dezimeter
CMT | cm | cm | 0.01 | centimetre, centimetres, centimeter, centimeters, Zentimeter, centimètre
MMT | mm | mm | 0.001 | millimetre, millimetres, millimeter, millimeters, millimètre
4H | um | µm | 0.000001 | micrometre, micrometer, micron, microns, Mikrometer, μm
C45 | nm | nm | 0.000000001 | nanometre, nanometer
INH | [in_i] | in | 0.0254 | inch, inches, Zoll, pouce, pouces, ", ″, ''
FOT | [ft_i] | ft | 0.3048 | foot, feet, Fuß, Fuss, pied, pieds, ′
YRD | [yd_i] | yd | 0.9144 | yard, yards, yds
SMI | [mi_i] | mi | 1609.344 | mile, miles, Meile, Meilen
NMI | [nmi_i] | nmi | 1852 | nautical mile, nautical miles, Seemeile
77 | [mil_i] | mil | 0.0000254 | mils, thou, milli-inch`,
  ),
  ...readUnits(
    'area',
    `MTK | m2 | m² | 1 | square metre, square metres, square meter, square meters, Quadratmeter, qm, sqm
KMK | km2 | km² | 1000000 | square kilometre, square kilometer, Quadratkilometer
DMK | dm2 | dm² | 0.01 | square decimetre, Quadratdezimeter
CMK | cm2 | cm² | 0.0001 | square centimetre, square centimeter, Quadratzentimeter
MMK | mm2 | mm² | 0.000001 | square millimetre, square millimeter, Quadratmillimeter
ARE | ar | are | 100 | Ar, ares
HAR | har | ha | 10000 | hectare, hectares, Hektar
INK | [sin_i] | in² | 0.00064516 | square inch, square inches, sq in, Quadratzoll
FTK | [sft_i] | ft² | 0.09290304 | square foot, square feet, sq ft, Quadratfuß
YDK | [syd_i] | yd² | 0.83612736 | square yard, square yards, sq yd
MIK | [mi_i]2 | mi² | 2589988.110336 | square mile, square miles, sq mi
ACR | 43560.[ft_i]2 | ac | 4046.8564224 | acre, acres`,
  ),
];
