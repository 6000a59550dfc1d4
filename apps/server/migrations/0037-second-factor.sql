-- The second factor of a user (TOTP). It counts from its first correct code on. `last_step` is the time step of the last
-- accepted code: no code is accepted twice.

alter table app_user add column second_factor_required boolean not null default false;

create table second_factor (
  account_id integer not null default current_account(),
  user_id bigint not null,
  secret bytea not null, -- sealed
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references app_user on delete cascade
);
call protect('second_factor');

-- Each is deleted when it is used.
create table recovery_code (
  account_id integer not null default current_account(),
  user_id bigint not null,
  code_hash bytea not null,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references second_factor on delete cascade
);
call protect('recovery_code', 'select, insert, delete');
