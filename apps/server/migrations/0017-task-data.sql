-- The workspace has the sentence of a task that the system created, in the user's language; the database keeps its kind
-- (`reason`; null: a task with a text of its own) and the data of that sentence. Tasks of earlier versions have a text: what
-- is known of them is taken from it, and any other is shown as it was written. The text stays not null for servers of the
-- earlier version, which run until they are restarted.
alter table task add data jsonb, alter text set default '';

alter table task no force row level security;
update task set data = jsonb_build_object('phone', substr(text, length('Call back ') + 1))
  where reason = 'missed-call' and starts_with(text, 'Call back ');
update task set data = jsonb_build_object(
    'orderNumber', substr(text, length('Approve or cancel the payment of order ') + 1),
    'expiresAt', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  where reason = 'hold-expires' and starts_with(text, 'Approve or cancel the payment of order ') and due_at is not null;
alter table task force row level security;
