#!/bin/bash
# Run once by the postgres image: the role that owns the tables, and the one the app works as, which owns nothing.
set -e
psql -v ON_ERROR_STOP=1 -U postgres \
  -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" <<'SQL'
create role patchbay_app nologin;
create role patchbay_owner login password :'owner';
create role patchbay login password :'app' in role patchbay_app;
create database patchbay owner patchbay_owner;
SQL
