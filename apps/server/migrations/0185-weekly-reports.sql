-- The weekly report by email: one row for each user and week, written before the email is sent, so that nobody gets it twice.
create table weekly_report (
  account_id integer not null default current_account() references account,
  user_id bigint not null,
  week date not null, -- the Monday on which the reported week began
  created_at timestamptz not null default now(),
  sent_at timestamptz, -- when the mail server accepted it
  primary key (account_id, user_id, week),
  foreign key (account_id, user_id) references app_user on delete cascade
);
call protect('weekly_report');
