-- Names of an attribute by language, such as {"de": "Gewicht", "en": "Weight"}; null: none.
alter table attribute add column labels jsonb;
