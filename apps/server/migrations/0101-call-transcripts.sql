-- What was said in a call, as its module transcribed it: segments with start, end, speaker and text.
create table call_transcript (
  account_id integer not null default current_account(),
  call_id bigint not null,
  segments jsonb not null,
  uploaded_at timestamptz not null default now(),
  primary key (account_id, call_id),
  foreign key (account_id, call_id) references call on delete cascade
);
call protect('call_transcript');

-- The words by which transcripts are found, as those of messages (docs/decisions/search.md).
create table call_token (
  call_id bigint not null, -- first: the rows have no padding
  account_id integer not null default current_account() references account,
  token text collate "C" not null, -- lower case, without accents
  primary key (account_id, token, call_id)
);
call protect('call_token', 'select, insert, delete');
