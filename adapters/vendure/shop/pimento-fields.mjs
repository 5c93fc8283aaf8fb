// Custom fields that the adapter needs. Spread them into `customFields` of your own configuration, and migrate your database.
const hidden = { nullable: true, public: false, readonly: false };
const label = (value) => [{ languageCode: 'en', value }];

/** Identifies the Pimento product. Unique, so that the database itself refuses to store a product twice. */
const key = { name: 'pimentoKey', type: 'string', unique: true, ...hidden, label: label('Pimento key') };
/** The client and the channel that the product came from. */
const owner = { name: 'pimentoOwner', type: 'string', ...hidden, label: label('Pimento owner') };
const submission = { name: 'pimentoSubmission', type: 'string', ...hidden, label: label('Pimento submission') };
/** The whole product that Pimento sent, as JSON. */
const values = { name: 'pimentoValues', type: 'text', ...hidden, label: label('Pimento values') };

export const pimentoFields = {
  Product: [key, owner],
  ProductVariant: [key, owner, submission, values],
  Asset: [key, owner],
};
