-- Notices about the whole installation go to all operators, who are few among the people.
create index person_operator on person (person_id) where is_operator;
