// Managers with open live streams, and customers, for load tests. They are inserted by SQL, since creating them is not
// what is measured.
import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import type { ServerChild } from './installation.ts'

export type Manager = { id: number; code: string; cookie: string }

const accountOf = async (client: pg.Client, host: string): Promise<number> =>
  (await client.query('select account_id from account_host where host = $1', [host])).rows[0].account_id

/** Managers with a session and a code for their extension. */
export const createManagers = async (adminUrl: string, host: string, count: number): Promise<Manager[]> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const account = await accountOf(client, host)
  const { rows } = await client.query(
    `insert into app_user (account_id, email, email_key, first_name, last_name, role)
     select $1, 'm' || n || '@' || $2, 'm' || n || '@' || $2, 'Manager', n::text, 'manager' from generate_series(1, $3::int) n
     returning id`,
    [account, host, count],
  )
  const managers = rows.map(({ id }, n) => ({
    id: Number(id),
    code: String(1_000 + n),
    token: `bench-session-${n}-${id}`,
  }))
  await client.query(
    `insert into session (account_id, token_hash, user_id, expires_at)
     select $1, decode(s.hash, 'hex'), s.id, now() + interval '1 day' from unnest($2::text[], $3::bigint[]) s(hash, id)`,
    [
      account,
      managers.map(({ token }) => createHash('sha256').update(token).digest('hex')),
      managers.map(({ id }) => id),
    ],
  )
  await client.end()
  return managers.map(({ id, code, token }) => ({ id, code, cookie: `patchbay_session=${token}` }))
}

/** Customers with one phone each, assigned to the managers in turn. Returns the phone of the nth customer. */
export const createCustomers = async (
  adminUrl: string,
  host: string,
  count: number,
  managers: readonly Manager[],
): Promise<(n: number) => string> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const account = await accountOf(client, host)
  const ids = managers.map(({ id }) => id)
  await client.query(
    `with made as (
       insert into customer (account_id, first_name, last_name, manager_id)
       select $1, 'Customer', n::text, ($3::bigint[])[1 + n % cardinality($3::bigint[])] from generate_series(0, $2::int - 1) n
       returning id, last_name
     )
     insert into customer_phone (account_id, customer_id, place, given, e164, tail)
     select $1, id, 0, '+1' || (2010000000 + last_name::bigint), '+1' || (2010000000 + last_name::bigint), (2010000000 + last_name::bigint)::text
     from made`,
    [account, count, ids],
  )
  await client.query('vacuum analyze')
  // Write the inserted rows to disk now, so that it does not happen during the measurement.
  await client.query('checkpoint')
  await client.end()
  return (n) => `+1${2_010_000_000 + n}`
}

/** One live stream over a plain socket, to keep the load generator's own CPU use low. */
export const openStream = (
  server: ServerChild,
  host: string,
  manager: Manager,
  onEvent: (manager: Manager, json: string, at: number) => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(`GET /workspace/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${manager.cookie}\r\n\r\n`),
    )
    let rest = ''
    let open = false
    socket.setNoDelay(true)
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      const at = performance.now()
      rest += chunk
      if (!open && rest.includes('retry:')) {
        open = true
        resolve(socket)
      } else if (!open && /^HTTP\/1\.1 [45]/.test(rest)) reject(new Error(rest.slice(0, 200)))
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const data = rest.slice(0, end).indexOf('data: ')
        if (data >= 0) onEvent(manager, rest.slice(data + 6, end), at)
        rest = rest.slice(end + 2)
      }
    })
  })

/** Sends a request: its head without the length, and its body. Resolves with the status and the body of the answer. */
export type Send = (head: string, body?: string) => Promise<{ status: number; text: string }>

/** Sends requests over plain sockets, for the same reason, one at a time per socket. */
export const createSender = (server: ServerChild): Send => {
  const idle: Socket[] = []
  type Waiting = { text: string; done: (answer: { status: number; text: string }) => void; fail: (e: Error) => void }
  const answered = new WeakMap<Socket, Waiting>()
  const open = (): Socket => {
    const socket = connect(server.port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.setEncoding('latin1') // one character per byte, so that lengths are in bytes
    socket.on('error', (error) => answered.get(socket)?.fail(error))
    socket.on('close', () => {
      answered.get(socket)?.fail(new Error('the server closed the connection'))
      const place = idle.indexOf(socket)
      if (place >= 0) idle.splice(place, 1)
    })
    socket.on('data', (chunk: string) => {
      const waiting = answered.get(socket)
      if (!waiting) return
      waiting.text += chunk
      const body = waiting.text.indexOf('\r\n\r\n') + 4
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(waiting.text)?.[1])
      if (body < 4 || waiting.text.length < body + length) return
      answered.delete(socket)
      idle.push(socket)
      waiting.done({ status: Number(waiting.text.slice(9, 12)), text: waiting.text.slice(body) })
    })
    return socket
  }
  return (head, body = '') =>
    new Promise((done, fail) => {
      const socket = idle.pop() ?? open()
      answered.set(socket, { text: '', done, fail })
      socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
}

/** The same with one head; resolves with the status. */
export const createPoster = (server: ServerChild, head: string): ((body: string) => Promise<number>) => {
  const send = createSender(server)
  return async (body) => (await send(head, body)).status
}
