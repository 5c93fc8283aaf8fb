import { readUnits } from './unit-table.ts';

export const electricityUnits = [
  ...readUnits(
    'voltage',
    `VLT | V | V | 1 | volt, volts
2Z | mV | mV | 0.001 | millivolt
D82 | uV | µV | 0.000001 | microvolt
KVT | kV | kV | 1000 | kilovolt`,
  ),
  ...readUnits(
    'current',
    `AMP | A | A | 1 | ampere, amperes, amp, amps
4K | mA | mA | 0.001 | milliampere, milliamp
B84 | uA | µA | 0.000001 | microampere
B22 | kA | kA | 1000 | kiloampere`,
  ),
  ...readUnits(
    'charge',
    `COU | C | C (charge) | 1 | coulomb
AMH | A.h | Ah | 3600 | ampere hour, amp hour, Amperestunde
E09 | mA.h | mAh | 3.6 | milliampere hour, Milliamperestunde`,
  ),
  ...readUnits(
    'resistance',
    `OHM | Ohm | Ω | 1 | ohms
E45 | mOhm | mΩ | 0.001 | milliohm
B49 | kOhm | kΩ | 1000 | kiloohm
B75 | MOhm | MΩ | 1000000 | megaohm`,
  ),
  ...readUnits(
    'capacitance',
    `FAR | F | F (capacitance) | 1 | farad
4O | uF | µF | 0.000001 | microfarad
C41 | nF | nF | 0.000000001 | nanofarad
4T | pF | pF | 0.000000000001 | picofarad`,
  ),
  ...readUnits(
    'inductance',
    `81 | H | H | 1 | henry
C14 | mH | mH | 0.001 | millihenry
B90 | uH | µH | 0.000001 | microhenry`,
  ),
  ...readUnits(
    'frequency',
    `HTZ | Hz | Hz | 1 | hertz
KHZ | kHz | kHz | 1000 | kilohertz
MHZ | MHz | MHz | 1000000 | megahertz
A86 | GHz | GHz | 1000000000 | gigahertz`,
  ),
  ...readUnits('luminous flux', 'LUM | lm | lm | 1 | lumen, lumens'),
  ...readUnits('luminous intensity', 'CDL | cd | cd | 1 | candela'),
  ...readUnits('illuminance', 'LUX | lx | lx | 1 | lux'),
  ...readUnits('luminance', 'A24 | cd/m2 | cd/m² | 1 | nit, nits, candela per square metre'),
  ...readUnits('luminous efficacy', 'B61 | lm/W | lm/W | 1 | lumen per watt'),
  ...readUnits('sound level', '2N | dB | dB | 1 | decibel, decibels, Dezibel'),
  ...readUnits(
    'angle',
    `DD | deg | ° | 1 | degree, degrees, Grad
D61 | ' | arcmin | 1/60 | minute of arc, Bogenminute`,
  ),
];
