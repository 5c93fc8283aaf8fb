/** English texts of the conversion between texts and assets. */
export const enConversion = {
  open: (name: string) => `Convert ${name}`,
  title: (name: string) => `Convert ${name} to Asset`,
  backTitle: (name: string) => `${name} is an asset attribute`,
  text: 'From then on, imports treat its values as assets. Existing values are processed in the background.',
  reading: 'Reading the existing values …',
  noValues: 'No product has a value yet, so nothing is downloaded now.',
  urls: 'Addresses',
  urlsText: (distinct: string, waiting?: string) =>
    waiting !== undefined
      ? `${distinct} different: ${waiting} to download, the others are already here`
      : distinct === '1'
        ? 'All identical: downloaded once'
        : `${distinct} different, each downloaded once`,
  ids: 'Asset IDs',
  idsText: (distinct: string, waiting?: string) =>
    waiting !== undefined
      ? `${distinct} different: ${waiting} to upload, the others are already here`
      : distinct === '1'
        ? 'All identical: one file to upload'
        : `${distinct} different, each waiting for an upload`,
  doubtful: {
    lists: {
      label: 'Lists in one value',
      text: 'Several addresses or file names in one value. No file can be found for such a value: split the lists first.',
    },
    brokenUrls: {
      label: 'Incomplete URLs',
      text: 'Without "https://" or with a malformed beginning. They are not downloaded; they wait for an upload like asset IDs.',
    },
    paths: {
      label: 'Paths',
      text: 'Files on a disk or server. They wait for an upload under exactly these names.',
    },
    placeholders: {
      label: 'Placeholders',
      text: 'Probably mean "no file". They would wait for an upload like asset IDs: clear these values first.',
    },
    others: {
      label: 'Other texts',
      text: 'Sentences, several lines, other schemes: probably not meant as files. They wait for an upload like asset IDs.',
    },
    refused: {
      label: 'Empty values',
      text: 'An asset cannot be empty. Remove these values before you convert the attribute.',
    },
  },
  split: 'Split lists',
  splitText:
    'Each address or name becomes a value of its own, and the attribute holds multiple values from then on: imports must send lists.',
  splitting: (products: string) =>
    `Splitting lists … ${products === '1' ? '1 product' : `${products} products`} processed`,
  samples: 'Samples',
  submit: 'Convert to Asset',
  back: 'Convert back to text',
  backText:
    'If you convert it back to text, products no longer refer to files through it. All values and files are kept.',
  started: (name: string) => `${name} is now an asset attribute`,
  backDone: (name: string) => `${name} is text again`,
  products: 'Products processed',
  productsOf: (done: string, all: string) => `${done} of ${all}`,
  files: 'Files',
  filesReady: (ready: string, all: string) => `${ready} of ${all} files ready`,
  noFiles: 'No product refers to a file.',
  missing: (count: string) => (count === '1' ? '1 file to upload' : `${count} files to upload`),
  counts: {
    ready: 'Ready',
    failed: 'Failed',
    retrying: 'Will be retried',
    downloading: 'Downloading',
    waitingForDownload: 'Waiting for download',
    waitingForUpload: 'Waiting for upload',
  },
  failures: 'Why files are missing',
  finished: 'Finished',
  running: 'Running',
  mayClose: 'You can close this. It continues in the background.',
  useConversion:
    'Saving converts the values immediately. The conversion button in the list shows first what will happen.',
};

export type ConversionTexts = typeof enConversion;
