import { readHelp } from './help-lines.ts';

export const englishHelp = readHelp(`
list: Combines values and lists into one list, without empty values.
join: Joins non-empty values and lists, with a separator between them.
first: Returns the first element of a list.
last: Returns the last element of a list.
item: Returns the n-th element of a list; there must be one.
take: Returns the first n elements of a list.
unique: Removes repeated elements; the first one stays.
sort: Sorts a list: by value if all elements are numbers, otherwise by characters.
count: Returns the number of elements or rows.
filled: Checks whether there is a value; 0, false and blanks are values.
upper: Changes all letters to upper case.
lower: Changes all letters to lower case.
capitalize: Changes the first letter to upper case.
title: Changes the first letter of each word to upper case and the rest to lower case.
trim: Removes white space at both ends.
squeeze: Trims the text and reduces white space to single spaces; "lines" keeps line ends.
replace: Replaces all occurrences of a text.
replaceMatch: Replaces all matches of a pattern; $1 inserts a group.
match: Returns the first match of a pattern, or one of its groups.
matches: Checks whether a pattern matches anywhere in the text.
contains: Checks whether the text contains one of the parts; letter case counts.
startsWith: Checks whether the text starts with one of the parts.
endsWith: Checks whether the text ends with one of the parts.
left: Returns the first n characters.
right: Returns the last n characters.
mid: Returns n characters from a position.
before: Returns the text before the first mark, or all of it without a mark.
after: Returns the text after the first mark, or nothing without a mark.
pad: Fills the text up to n characters.
length: Counts characters.
bytes: Counts bytes in UTF-8.
split: Cuts the text into a list of trimmed parts.
truncate: Shortens the text to n characters, at the end of a word if possible.
truncateBytes: Shortens the text to n bytes in UTF-8, at the end of a word if possible.
stripHtml: Changes HTML to plain text.
html: Changes plain text to HTML with paragraphs.
keepTags: Removes all HTML tags except the given ones, and all attributes.
fold: Replaces accented letters with plain ones.
slug: Makes the text fit for an address: lower case, with hyphens.
number: Reads a number with the given decimal and group signs.
format: Prints a number with fixed decimals and the given signs.
round: Rounds a number exactly.
abs: Removes the sign of a number.
min: Returns the smallest number.
max: Returns the greatest number.
sum: Adds numbers.
average: Returns the mean of numbers.
quantity: Reads a number with its unit, such as 10 g.
convert: Converts a quantity to another unit, exactly.
unit: Returns the unit of a quantity or the currency of an amount of money.
amount: Returns the number of a quantity or of an amount of money.
money: Combines a number and a currency.
date: Reads a date by a pattern such as dd.MM.yyyy.
formatDate: Prints a date by a pattern, in a time zone.
today: Returns the current day in a time zone.
addDays: Adds days to a date.
if: Returns one value if a condition is true, otherwise the other.
switch: Returns the result that belongs to the first equal key.
default: Returns the first value that is not empty.
attempt: Returns the fallback if a formula has a problem.
filter: Returns the elements for which a condition is true; "it" is the element.
each: Computes an expression for each element; "it" is the element.
rows: Returns the rows for which a condition is true; it reads their children.
row: Returns the n-th row for which a condition is true.
lookup: Reads a column of a table by its key.
mapped: Applies a value map.
image: Returns a fact about a file: width, height, type, size or address.
packaging: Returns the number, ids or quantities of the product's packaging links.
account: Returns a field of the account on the channel.
categoryPath: Returns the names of the channel category, from the top.
gtin: Verifies a GTIN and fills it with leading zeros.
checkDigit: Returns the GS1 check digit for a number.
`);
