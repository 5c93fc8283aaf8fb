/** Where the shop is, and which attributes mean something to it. */
export interface ShopSettings {
  /** Of the Admin API. */
  address: string;
  username: string;
  password: string;
  /** Attributes by id; undefined: the shop keeps that itself. */
  price: string | undefined;
  stock: string | undefined;
  description: string | undefined;
  /** Attributes by which the variants of a family differ; none: every variant is an option of its own. */
  options: string[];
  /** Most bytes of a request; Vendure refuses more than 100 kB unless it is told otherwise. */
  requestBytes: number;
  /** Products with this value are models of their family and not for sale themselves. */
  model: { attribute: string; value: string } | undefined;
}

/**
 * PIMENTO_TARGET, VENDURE_USERNAME and VENDURE_PASSWORD; VENDURE_PRICE, VENDURE_STOCK, VENDURE_DESCRIPTION (set and empty: none),
 * VENDURE_OPTIONS (`size,color`), VENDURE_MODEL (`product_type=configurable`), VENDURE_REQUEST_BYTES.
 * @throws Error with one sentence that names everything that is missing
 */
export function settingsFromEnvironment(environment: Record<string, string | undefined>): ShopSettings {
  const names = ['PIMENTO_TARGET', 'VENDURE_USERNAME', 'VENDURE_PASSWORD'];
  const missing = names.filter((name) => !environment[name]);
  const [address = '', username = '', password = ''] = names.map((name) => environment[name]);
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must be set.`);
  if (!/^https?:\/\//.test(address)) throw new Error('PIMENTO_TARGET must be the http address of the Admin API.');
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
