-- A call that is linked to another customer leaves the timeline of the first one, which is append only: an entry of the kind
-- call.unlinked takes it out. These entries are few, and every read of a timeline looks for them.
create index timeline_unlinked on timeline (account_id, customer_id) where kind = 'call.unlinked';
