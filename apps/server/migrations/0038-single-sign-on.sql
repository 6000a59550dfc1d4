-- The identity provider of an account (OpenID Connect), at most one.

create table single_sign_on (
  account_id integer not null default current_account() primary key references account,
  label text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null, -- sealed
  passwords_allowed boolean not null default true,
  create_role text check (create_role in ('read-only', 'manager', 'team-lead')), -- null: nobody is created
  updated_at timestamptz not null default now()
);
call protect('single_sign_on');
