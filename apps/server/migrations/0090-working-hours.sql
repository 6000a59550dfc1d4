-- When a shop is open, on the clock of the account's time zone. A shop without a row is always open.
create table working_hours (
  account_id integer not null default current_account(),
  shop_id bigint not null,
  weekly jsonb not null, -- seven lists of hours, Monday first
  dates jsonb not null, -- days with other hours; without hours the shop is closed
  away_text text not null default '', -- the reply to messages outside these hours; empty: none
  primary key (account_id, shop_id),
  foreign key (account_id, shop_id) references shop on delete cascade
);
call protect('working_hours');
