-- The language of the workspace that a user has chosen; null: that of the browser.
alter table app_user add language text check (language in ('en', 'es', 'ru'));
