// What the attempts at the work of killed workers say. Work is done at least once (docs/decisions/pg-boss.md,
// docs/concepts/delivery.md): an attempt follows one that failed, or whose worker died between the answer and the record. Any other
// repetition is an error.
import pg from 'pg'

export type Attempt = { from: number; closed: number | undefined; answered: boolean }

/** From the signal until whatever the worker had open has ended. */
export type Kill = { from: number; to: number }

/** Notes when a lane or a job is recorded as done, in the transaction of the record. */
const TRIGGERS = `
  create schema audit;
  create table audit.record (item text, at timestamptz);
  create function audit.note() returns trigger language plpgsql security definer as $$
  begin
    insert into audit.record
      select code, clock_timestamp() from public.integration_module
        where tg_argv[0] = 'lane' and id::text = to_jsonb(new) ->> 'key'
      union all
      select email, clock_timestamp() from public.app_user
        where tg_argv[0] = 'job' and id::text = to_jsonb(new) #>> '{data,userId}';
    return null;
  end $$;
  create trigger note after update on lane for each row
    when (new.kind = 'module-state' and old.held_until is not null and new.next_at is null) execute function audit.note('lane');
  create trigger note after update on pgboss.job for each row
    when (new.name = 'users.send-link' and new.state = 'completed') execute function audit.note('job')`

const withClient = async <T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}

export const noteRecords = async (adminUrl: string): Promise<void> => {
  await withClient(adminUrl, (client) => client.query(TRIGGERS))
}

type Records = ReadonlyMap<string, readonly number[]>

/** When each was recorded as done, by the code of a module or the address of a person. */
export const readRecords = async (adminUrl: string): Promise<Records> => {
  const text = 'select item, (extract(epoch from at) * 1000)::float8 as at from audit.record'
  const { rows } = await withClient(adminUrl, (client) => client.query<{ item: string; at: number }>(text))
  return new Map([...Map.groupBy(rows, ({ item }) => item)].map(([item, all]) => [item, all.map(({ at }) => at)]))
}

/** Whether nothing allows this attempt: another is open, the work is recorded as done, or it was answered and no worker died since. */
const isNeedless = (before: Attempt, next: Attempt, records: readonly number[], kills: readonly Kill[]): boolean =>
  (before.closed ?? Number.POSITIVE_INFINITY) > next.from ||
  records.some((at) => at < next.from) ||
  (before.answered && !kills.some(({ from, to }) => to >= before.from && from <= next.from))

/** The work of this name: its attempts that nothing allows, those that a kill allows after an answer, and those that a kill ended. */
export const auditAttempts = (
  attempts: readonly Attempt[],
  records: readonly number[],
  kills: readonly Kill[],
): { doubled: number; repeated: number; killed: number } => {
  const pairs = attempts.flatMap((next, n) => attempts.slice(n - 1, n).map((before) => ({ before, next })))
  const needless = pairs.filter(({ before, next }) => isNeedless(before, next, records, kills))
  const answered = pairs.filter(({ before }) => before.answered)
  const isKilled = ({ answered, closed }: Attempt): boolean =>
    !answered && kills.some(({ from, to }) => closed !== undefined && from <= closed && closed <= to)
  return {
    doubled: needless.length,
    repeated: answered.filter((pair) => !needless.includes(pair)).length,
    killed: attempts.filter(isKilled).length,
  }
}
