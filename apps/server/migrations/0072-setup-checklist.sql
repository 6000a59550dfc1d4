-- An administrator has hidden the setup checklist of Home; null: it is shown until all of it is done.
alter table account add setup_hidden_at timestamptz;
