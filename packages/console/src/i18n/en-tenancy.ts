/** English texts about exporting and deleting a whole client. Only the settings load them. */
export const enTenancy = {
  export: 'Export',
  exportTitle: (client: string) => `Export of ${client}`,
  exportText:
    'One file with everything that is stored: products, attributes, history, channels, members and files. It is written in the background and can be downloaded for 7 days. It contains no passwords and no secrets of keys.',
  start: 'Export everything',
  none: 'No export yet',
  created: 'Requested',
  state: 'State',
  size: 'Size',
  contents: 'Contents',
  contentsOf: (rows: string, files: string) => `${rows} rows, ${files} files`,
  until: (when: string) => `until ${when}`,
  download: 'Download',
  statuses: {
    Waiting: 'Waiting',
    Writing: 'Being written',
    Ready: 'Ready',
    Failed: 'Failed',
    Expired: 'Removed',
  },
  actions: (client: string) => `Actions for ${client}`,
  ending: 'Being deleted',
  deleteClient: 'Delete client',
  deleteTitle: (client: string) => `Delete ${client}?`,
  deleteText:
    'Everything of this client is deleted: products, files, history, channels, keys and members. Access ends immediately, and people without another client lose their account. Adapters are notified. This cannot be undone; export everything first if you need it.',
  confirmation: (clientId: string) => `Type ${clientId} to confirm`,
  deletionStarted: (client: string) => `${client} is being deleted`,
  deletions: 'Deleted clients',
  client: 'Client',
  started: 'Started',
  finished: 'Finished',
  result: 'Result',
  running: 'Running',
  resultOf: (rows: string, files: string, tables: string) =>
    `${rows} rows and ${files} files deleted; ${tables} tables checked, nothing left`,
};

export type TenancyMessages = typeof enTenancy;
