-- What they served finds families and categories by product_search now. In a catalogue of a million products they had 280 MB, twice as
-- much as all other keys of the table together, and an import wrote to a page of each for every product.
drop index product_family;
drop index product_category;
