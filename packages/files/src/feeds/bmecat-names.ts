/** Name of the feature system for attributes that have no element in BMEcat. */
export const ownFeatureSystem = 'PIMENTO';

/** Name of the extension for the family. BMEcat has no element for the family. */
export const familyExtension = 'UDX.PIMENTO.FAMILY';

/** Elements of PRODUCT_DETAILS after DESCRIPTION_SHORT, in the order of the schema. */
export const detailNames = [
  'DESCRIPTION_LONG',
  'INTERNATIONAL_PID',
  'EAN',
  'SUPPLIER_ALT_PID',
  'BUYER_PID',
  'MANUFACTURER_IDREF',
  'MANUFACTURER_PID',
  'MANUFACTURER_NAME',
  'MANUFACTURER_TYPE_DESCR',
  'ERP_GROUP_BUYER',
  'ERP_GROUP_SUPPLIER',
  'DELIVERY_TIME',
  'SPECIAL_TREATMENT_CLASS',
  'KEYWORD',
  'REMARKS',
  'SEGMENT',
  'PRODUCT_ORDER',
  'PRODUCT_STATUS',
  'PRODUCT_TYPE',
];

/** Elements of PRODUCT_ORDER_DETAILS, in the order of the schema. */
export const orderNames = [
  'ORDER_UNIT',
  'CONTENT_UNIT',
  'NO_CU_PER_OU',
  'SUPPLIER_PIDREF',
  'SUPPLIER_IDREF',
  'PRICE_QUANTITY',
  'QUANTITY_MIN',
  'QUANTITY_INTERVAL',
  'QUANTITY_MAX',
];

/** Elements whose XML attribute `lang` becomes part of the attribute's name. In all other elements, the XML attribute `type` does. */
export const localNames: ReadonlySet<string> = new Set([
  'DESCRIPTION_SHORT',
  'DESCRIPTION_LONG',
  'MANUFACTURER_TYPE_DESCR',
  'KEYWORD',
  'REMARKS',
  'SEGMENT',
]);

/** Maximum number of characters of each element, as in the schema. */
export const maxLengths: Readonly<Record<string, number>> = {
  SUPPLIER_PID: 32,
  DESCRIPTION_SHORT: 150,
  DESCRIPTION_LONG: 64_000,
  KEYWORD: 50,
};
