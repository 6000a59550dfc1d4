// What a request of the workspace costs, as the pages that PostgreSQL reads for it: other work on the machine does not
// change that number.
import { createHash, randomBytes } from 'node:crypto'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import type { Installation, ServerChild } from '@patchbay/testkit/installation'
import type pg from 'pg'
import { summary } from './bench.ts'
import { serverMs } from './load.ts'
import { buffersIn } from './plans.ts'

/** PostgreSQL logs the plan and the pages of each statement of the app, once its log_min_duration is 0. */
export const EXPLAIN_SETTINGS = [
  `session_preload_libraries = 'auto_explain'`,
  `auto_explain.log_format = 'json'`,
  'auto_explain.log_analyze = on',
  'auto_explain.log_timing = off',
  'auto_explain.log_buffers = on',
].join('\n')

/** After five runs PostgreSQL may plan a prepared statement without its parameters. */
const RUNS = 8
const PASSWORD = 'the password of the bench'

export type Cost = { found: number; buffers: number; ms: number }
export type WorkspaceRequest = { path: string; query: Record<string, string> }

/** A session of a manager of the account. */
export const signIn = async (admin: pg.Client, server: ServerChild, host: string): Promise<HttpClient> => {
  const token = randomBytes(32).toString('base64url')
  await admin.query(
    `insert into user_link (account_id, token_hash, user_id, expires_at)
     select h.account_id, $2, min(u.id), now() + interval '1 hour' from account_host h
     join app_user u on u.account_id = h.account_id where h.host = $1 group by h.account_id`,
    [host, createHash('sha256').update(token).digest()],
  )
  const stranger = createHttpClient(server.origin, { host })
  const reply = await stranger.postJson('/workspace/password', { token, password: PASSWORD })
  if (reply.status !== 200) throw new Error(`could not sign in at ${host}: ${reply.text}`)
  return stranger.with({ cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' })
}

/** How many rows the lists of the reply have. */
const find = async (http: HttpClient, { path, query }: WorkspaceRequest): Promise<{ found: number; ms: number }> => {
  const reply = await http.get(path, query)
  if (reply.status !== 200) throw new Error(reply.text)
  const lists = Object.values(reply.body as Record<string, unknown>).filter((value) => Array.isArray(value))
  return { found: lists.reduce((sum, { length }) => sum + length, 0), ms: serverMs(reply.headers) }
}

/** The log of the last of several requests shows the pages that each of its statements read. */
export const costOf = async (
  installation: Installation,
  http: HttpClient,
  request: WorkspaceRequest,
): Promise<Cost> => {
  const times: number[] = []
  for (let run = 1; run < RUNS; run++) times.push((await find(http, request)).ms)
  const before = (await installation.postgres.log()).length
  const { found } = await find(http, request)
  const log = (await installation.postgres.log()).slice(before)
  return { found, buffers: buffersIn(log), ms: summary(times).p50 }
}
