-- The result of a request is a code with data, and the workspace has the sentence. Rows of earlier versions have the text
-- in `verdict` and are deleted with their log after 30 days; until then it is shown as it was written. An attempt that got a
-- response has its status and needs no result.
alter table traffic add result jsonb, alter verdict set default '';
alter table webhook_attempt add result jsonb, alter verdict set default '';

-- Why an endpoint was disabled is a code too: gone, failing.
alter table webhook_endpoint no force row level security;
update webhook_endpoint set disabled_because = case when disabled_because like '%410%' then 'gone' else 'failing' end
  where disabled_because is not null;
alter table webhook_endpoint force row level security;
