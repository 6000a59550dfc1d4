-- The days of busy accounts are computed in several statements, each of which adds its part to the histograms.
create function add_counts(one integer[], other integer[]) returns integer[] language sql immutable parallel safe as $$
  select array_agg(a + b order by place) from unnest(one, other) with ordinality as counts (a, b, place)
$$;
