-- Lists of tasks over the API, newest first: of all, of a performer, of a customer, by due time, completed ones.
create index task_of_performer on task (account_id, performer_id, id);
create index task_of_customer on task (account_id, customer_id, id);
create index task_by_due on task (account_id, due_at, id) where due_at is not null;
create index task_done on task (account_id, id) where done_at is not null;
