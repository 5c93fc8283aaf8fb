-- What people write about products and submissions. There is no foreign key to the subject: a deleted product can be restored, with its
-- comments.
create table comment (
  client_id text collate "C" not null references client on delete cascade,
  comment_id uuid not null,
  subject_kind text not null check (subject_kind in ('product', 'submission')),
  subject_id text collate "C" not null,
  -- null if the person has been deleted
  author_id text collate "C" references person on delete set null,
  text text not null,
  -- ids of the mentioned people
  mentions text[] collate "C" not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (client_id, comment_id)
);
create index comment_subject on comment (client_id, subject_kind, subject_id, created_at, comment_id);
create index comment_author on comment (author_id);

-- Up to which comment a person has seen those of a subject.
create table comment_seen (
  client_id text collate "C" not null references client on delete cascade,
  person_id text collate "C" not null references person on delete cascade,
  subject_kind text not null,
  subject_id text collate "C" not null,
  seen_at timestamptz not null,
  primary key (client_id, person_id, subject_kind, subject_id)
);
create index comment_seen_person on comment_seen (person_id);
