declare const kindOfId: unique symbol;
type Id<Kind extends string> = string & { readonly [kindOfId]: Kind };

/** Ids are texts; their kinds keep one from being passed where another is meant. They exist only for the compiler. */
export type ClientId = Id<'client'>;
export type ProductId = Id<'product'>;
export type AdapterId = Id<'adapter'>;
export type ChannelId = Id<'channel'>;

/** Declares what a text from outside identifies. Whether it exists is for the statement that looks for it. */
export const clientIdOf = (text: string) => text as ClientId; // the caller states the kind, not the text
export const productIdOf = (text: string) => text as ProductId; // likewise
export const adapterIdOf = (text: string) => text as AdapterId; // likewise
export const channelIdOf = (text: string) => text as ChannelId; // likewise

/** Whether the text is a UUID of any version, in upper or lower case. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

interface KindByMember {
  clientId: ClientId;
  adapterId: AdapterId;
  channelId: ChannelId;
}

type IdIn<T, One> = T extends string ? One : T extends readonly string[] ? One[] : T;

/**
 * What an operation's schemas give, with the ids in it as ids of their kinds. Ids of products stay texts: `parseProductId` reads those,
 * since a text may be none (or another one, in another normal form).
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
