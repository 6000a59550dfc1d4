-- How many minutes after a missed call the task to call back is due.
alter table account add callback_minutes integer not null default 30 check (callback_minutes between 1 and 10080);
