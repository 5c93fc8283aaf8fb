-- The text as a search compares it: full-width and half-width forms, ligatures, letter case, final sigma, sharp s and dotless i are folded.
-- Texts of ASCII alone, which have as many bytes as characters, take the short way. `foldText` of the contract does the same.
create function fold_text(given text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(given) = char_length(given) then lower(given collate "C")
    else replace(translate(lower(normalize(given, NFKC) collate "default"), U&'\03C2\0131\0307', U&'\03C3i'), U&'\00DF', 'ss') collate "C"
  end
$$;

-- A family or category as its filter compares it: rows of earlier versions may be in NFD.
create function nfc_text(given text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(given) = char_length(given) then given
    else normalize(given, NFC)
  end
$$;

-- Which folding the tokens of a group were made with. Groups of an earlier folding, also those that an older process still writes, are made
-- anew in the background; searches for texts do not use the index until then.
alter table product_search add column folding smallint not null default 1;
create index product_search_outdated on product_search (client_id) where folding < 2;

-- Deleted products are found by the same folding. Named with its schema, since an index is made without a search path.
create or replace function search_words(for_client text, said text) returns text
language sql immutable parallel safe
as $$
  select replace(
    ' ' || translate(
      public.fold_text(said),
      E'\t\n\r\u00a0\u3000!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x1f\x7f',
      repeat(' ', 60)
    ),
    ' ',
    ' ' || for_client || E'\x1f'
  )
$$;
reindex index product_history_deleted_words;
