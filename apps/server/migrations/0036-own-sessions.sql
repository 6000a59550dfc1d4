-- What a person recognises a session of theirs by, and whether an identity provider vouched for them.

alter table session add column id bigint generated always as identity;
alter table session add column device text not null default '';
alter table session add column address text not null default '';
alter table session add column by_sso boolean not null default false;
alter table session add unique (account_id, id);
