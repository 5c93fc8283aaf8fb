import { decodedText } from '../../ui/address/decoded-text.ts';

/**
 * Returns the search text for the values of a product. A link to an attribute of the product has the encoded id of the attribute after the
 * `#`. The hash `comments` leads to the comments instead.
 */
export const searchOfHash = (hash: string): string => (hash === 'comments' ? '' : decodedText(hash));
