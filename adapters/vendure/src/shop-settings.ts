/** Address and login of the shop, and the attributes that provide its data. */
export interface ShopSettings {
  /** URL of the Admin API. */
  address: string;
  username: string;
  password: string;
  /** Ids of the attributes for price, stock and description, or undefined if the shop manages the value itself. */
  price: string | undefined;
  stock: string | undefined;
  description: string | undefined;
  /** Attributes in which the variants of a family differ. If empty, every variant gets a separate option. */
  options: string[];
  /** Maximum size of a request in bytes. Vendure refuses more than 100 kB by default. */
  requestBytes: number;
  /** Products with this value only describe their family and are not sold. Undefined if there are no such products. */
  model: { attribute: string; value: string } | undefined;
}

/**
 * Reads the settings from these variables:
 * - PIMENTO_TARGET, VENDURE_USERNAME and VENDURE_PASSWORD, which are required.
 * - VENDURE_PRICE, VENDURE_STOCK and VENDURE_DESCRIPTION, by default `price`, `stock` and `description`. If one is empty, the shop manages
 * the value.
 * - VENDURE_OPTIONS, such as `size,color`, and VENDURE_MODEL, such as `product_type=configurable`. Both are empty by default.
 * - VENDURE_REQUEST_BYTES, by default 90,000.
 * @throws Error if a required variable is missing, or if PIMENTO_TARGET is not an http or https URL
 */
export function settingsFromEnvironment(environment: Record<string, string | undefined>): ShopSettings {
  const names = ['PIMENTO_TARGET', 'VENDURE_USERNAME', 'VENDURE_PASSWORD'];
  const missing = names.filter((name) => !environment[name]);
  const [address = '', username = '', password = ''] = names.map((name) => environment[name]);
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must be set.`);
  if (!/^https?:\/\//.test(address)) throw new Error('PIMENTO_TARGET must be the http or https URL of the Admin API.');
  const attribute = (name: string, usual: string) => (environment[name] ?? usual) || undefined;
  const [, modelAttribute, modelValue] = /^([^=]+)=(.*)$/s.exec(environment['VENDURE_MODEL'] ?? '') ?? [];
  return {
    address,
    username,
    password,
    price: attribute('VENDURE_PRICE', 'price'),
    stock: attribute('VENDURE_STOCK', 'stock'),
    description: attribute('VENDURE_DESCRIPTION', 'description'),
    options: (environment['VENDURE_OPTIONS'] ?? '').split(',').filter((name) => name !== ''),
    requestBytes: Number(environment['VENDURE_REQUEST_BYTES'] || 90_000),
    model:
      modelAttribute === undefined || modelValue === undefined
        ? undefined
        : { attribute: modelAttribute, value: modelValue },
  };
}
