import { readUnits } from './unit-table.ts';

export const informationUnits = [
  ...readUnits(
    'information',
    `A99 | bit | bit | 1 | bits
C37 | kbit | kbit | 1000 | kilobit, kilobits
D36 | Mbit | Mbit | 1000000 | megabit, megabits
B68 | Gbit | Gbit | 1000000000 | gigabit, gigabits
AD | By | B | 8 | byte, bytes, octet, Byte, Bytes
2P | kBy | kB | 8000 | kilobyte, kilobytes
4L | MBy | MB | 8000000 | megabyte, megabytes
E34 | GBy | GB | 8000000000 | gigabyte, gigabytes
E35 | TBy | TB | 8000000000000 | terabyte, terabytes
E64 | KiBy | KiB | 8192 | kibibyte
E63 | MiBy | MiB | 8388608 | mebibyte
E62 | GiBy | GiB | 8589934592 | gibibyte
E61 | TiBy | TiB | 8796093022208 | tebibyte`,
  ),
  ...readUnits(
    'data rate',
    `B10 | bit/s | bit/s | 1 | bps, bits per second
C74 | kbit/s | kbit/s | 1000 | kbps, kilobits per second
E20 | Mbit/s | Mbit/s | 1000000 | Mbps, megabits per second
B80 | Gbit/s | Gbit/s | 1000000000 | Gbps, gigabits per second
P93 | By/s | B/s | 8 | bytes per second
P94 | kBy/s | kB/s | 8000 | kilobytes per second
P95 | MBy/s | MB/s | 8000000 | megabytes per second`,
  ),
  ...readUnits(
    'pixels',
    `E37 | {px} | px | 1 | pixel, pixels
E38 | 10*6.{px} | MP | 1000000 | megapixel, megapixels`,
  ),
  ...readUnits('resolution', 'E39 | {dot}/[in_i] | dpi | 1 | dots per inch, ppi'),
  ...readUnits(
    'count',
    `C62 | 1 | one | 1 | unit, units
H87 | {pc} | pc | 1 | piece, pieces, pcs, Stück, Stk, St, pièce, pièces
EA | {ea} | ea | 1 | each
PR | 2.{pair} | pr | 2 | {pair}, pair, pairs, Paar, paire, paires
DZN | 12.{dz} | dz | 12 | {dz}, dozen, dozens, Dutzend, douzaine
GRO | 144.{gro} | gross | 144 | {gro}, Gros`,
  ),
];
