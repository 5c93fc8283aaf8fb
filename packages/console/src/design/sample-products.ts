export const sampleProducts = [
  { id: 'olives-green-180', name: 'Green olives 180 g', weight: '180 g', state: 'Accepted' },
  { id: 'oil-chilli-100', name: 'Chilli oil 100 ml', weight: '91.6 g', state: 'Returned' },
  { id: 'za-atar-60', name: 'Za’atar 60 g', weight: '60 g', state: 'Submitted' },
  { id: 'gift-box-spices', name: 'Spice gift box', weight: '610 g', state: 'Rejected' },
] as const;
