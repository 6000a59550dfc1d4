-- Between the reading of a call and the writing of what an event made of it another event may have been written. The
-- statement that finds so ends its transaction like any other conflict, and the event is heard again.
create function overtaken() returns bigint language plpgsql as $$
begin
  raise exception 'another event of the call was written first' using errcode = 'serialization_failure';
end $$;
