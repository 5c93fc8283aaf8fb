declare const kindOfId: unique symbol;
type Id<Kind extends string> = string & { readonly [kindOfId]: Kind };

/** Ids are strings at run time. Branded types let the compiler reject an id of the wrong kind. */
export type ClientId = Id<'client'>;
export type ProductId = Id<'product'>;
export type AdapterId = Id<'adapter'>;
export type ChannelId = Id<'channel'>;

/** Brands a string from outside as an id. Does not check whether the id exists, because the query that uses the id does. */
export const clientIdOf = (text: string) => text as ClientId; // the calling code decides which kind of id the text is
export const productIdOf = (text: string) => text as ProductId; // the calling code decides which kind of id the text is
export const adapterIdOf = (text: string) => text as AdapterId; // the calling code decides which kind of id the text is
export const channelIdOf = (text: string) => text as ChannelId; // the calling code decides which kind of id the text is

/** Returns true if a string is a UUID of any version, in upper or lower case. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

interface KindByMember {
  clientId: ClientId;
  clientIds: ClientId;
  adapterId: AdapterId;
  channelId: ChannelId;
}

type IdIn<T, One> = T extends string ? One : T extends readonly string[] ? One[] : T;

/**
 * The output type of an operation's schemas, with ids as branded types. Product ids stay strings, because `parseProductId` must validate
 * and normalize them first.
 */
export type WithIds<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? WithIds<Item>[]
    : T extends object
      ? {
          [Member in keyof T]: Member extends keyof KindByMember
            ? IdIn<T[Member], KindByMember[Member]>
            : WithIds<T[Member]>;
        }
      : T;
