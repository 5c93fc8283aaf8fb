/**
 * Maps each attribute of Google Merchant that is a group to its parts, in their order in a table cell such as `US:CA:Overnight:16.00 USD`.
 */
export const googleGroups: ReadonlyMap<string, readonly string[]> = new Map([
  ['shipping', ['country', 'region', 'service', 'price']],
  ['free_shipping_threshold', ['country', 'price_threshold']],
  ['tax', ['country', 'region', 'rate', 'tax_ship']],
  ['installment', ['months', 'amount', 'downpayment', 'credit_type']],
  ['subscription_cost', ['period', 'period_length', 'amount']],
  ['loyalty_points', ['name', 'points_value', 'ratio']],
  ['loyalty_program', ['program_label', 'tier_label', 'price', 'cashback_for_future_use', 'loyalty_points']],
  ['product_detail', ['section_name', 'attribute_name', 'attribute_value']],
  ['certification', ['certification_authority', 'certification_name', 'certification_code']],
  ['sustainability_incentive', ['type', 'amount', 'percentage']],
]);

/** Attributes that can have several values. A table separates them with commas. */
export const googleLists: ReadonlySet<string> = new Set([
  'additional_image_link',
  'product_highlight',
  'promotion_id',
  'excluded_destination',
  'included_destination',
  'shopping_ads_excluded_country',
  'ads_labels',
  'lifestyle_image_link',
  'display_ads_similar_id',
]);

/** Attributes of Google Merchant that have at most one value. */
const singles =
  'link mobile_link canonical_link condition availability availability_date price sale_price sale_price_effective_date cost_of_goods_sold ' +
  'expiration_date unit_pricing_measure unit_pricing_base_measure brand gtin mpn identifier_exists description structured_title ' +
  'structured_description google_product_category adult age_group gender color size size_type size_system material pattern multipack ' +
  'is_bundle custom_label_0 custom_label_1 custom_label_2 custom_label_3 custom_label_4 ads_redirect ads_grouping shipping_label ' +
  'shipping_weight shipping_length shipping_width shipping_height ships_from_country max_handling_time min_handling_time ' +
  'transit_time_label return_policy_label tax_category energy_efficiency_class min_energy_efficiency_class max_energy_efficiency_class ' +
  'product_length product_width product_height product_weight pause virtual_model_link disclosure_date auto_pricing_min_price ' +
  'maximum_retail_price external_seller_id short_title video_link pickup_method pickup_sla';

export const googleSingles: ReadonlySet<string> = new Set(singles.split(' '));

/** Maps attributes of Google Merchant to reserved fields. */
export const googleReserved: ReadonlyMap<string, string> = new Map([
  ['id', '__ID'],
  ['title', '__NAME'],
  ['item_group_id', '__FAMILY'],
  ['image_link', 'PRIMARY_ASSET'],
]);
