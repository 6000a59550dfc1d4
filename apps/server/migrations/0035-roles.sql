-- Roles beyond two. Those who were an administrator or a manager stay so.

alter table app_user drop constraint app_user_role_check;
alter table app_user add constraint app_user_role_check check (role in ('read-only', 'manager', 'team-lead', 'admin'));
