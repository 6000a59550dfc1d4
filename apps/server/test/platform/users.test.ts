import { readdir, readFile } from 'node:fs/promises'
import { FERN, PASSWORD } from '@patchbay/testkit/fixtures'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
  await system.work()
})
afterAll(() => system.close())

const mailsTo = async (address: string): Promise<string[]> => {
  const { folder } = system.deps.config.mail
  const names = (await readdir(folder).catch(() => [])).sort()
  const mails = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))
  // Mail lines are folded with = at their ends (quoted-printable).
  return mails
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}

const linkFor = async (address: string, count = 1): Promise<string> => {
  await expect.poll(async () => (await mailsTo(address)).length).toBe(count)
  return /choose-password#([\w-]+)/.exec((await mailsTo(address)).at(-1) ?? '')?.[1] ?? ''
}

const signIn = (email: string, password: string) =>
  system.fern.stranger.postJson('/workspace/sign-in', { email, password })

it('signs a user in with the right password, keeps the session in an HttpOnly cookie, and signs out', async () => {
  const reply = await signIn('Ada@fern.test', PASSWORD)
  expect(reply).toMatchObject({
    status: 200,
    body: { success: true, me: { email: 'ada@fern.test', role: 'admin', accountName: FERN.name } },
  })
  const cookie = String(reply.headers['set-cookie'])
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  const ada = system.fern.stranger.with({ cookie: cookie.split(';')[0] ?? '' })
  expect((await ada.get('/workspace/me')).body).toMatchObject({ me: { firstName: 'Ada' } })
  await ada.postJson('/workspace/sign-out', {})
  expect((await ada.get('/workspace/me')).status).toBe(401)
})

it('rejects a wrong password and an unknown user with the same text, and limits guessing', async () => {
  const wrong = await signIn('bruno@fern.test', 'not the password')
  const unknown = await signIn('nobody@fern.test', 'not the password')
  expect(wrong.status).toBe(401)
  expect(wrong.text).toBe(unknown.text)
  const tries = await Promise.all(Array.from({ length: 15 }, () => signIn('chiara@fern.test', 'guess')))
  expect(tries.map(({ status }) => status)).toContain(429)
  expect((await signIn('chiara@fern.test', PASSWORD)).status).toBe(429)
})

it('does not accept a user of one account in another', async () => {
  const elsewhere = await system.kettle.stranger.postJson('/workspace/sign-in', {
    email: 'ada@fern.test',
    password: PASSWORD,
  })
  expect(elsewhere.status).toBe(401)
  const ada = await system.fern.signIn('ada')
  expect((await ada.with({ host: 'kettle.test' }).get('/workspace/me')).status).toBe(401)
})

it('rejects cross-site requests with our cookie', async () => {
  const ada = await system.fern.signIn('ada')
  for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
    expect(
      await ada.with(headers).postJson('/workspace/api-keys', { name: 'x', scopes: ['order_read'] }),
    ).toMatchObject({ status: 403, body: { errorCode: 'origin_wrong' } })
  }
  expect((await ada.with({ origin: 'http://fern.test' }).get('/workspace/api-keys')).status).toBe(200)
})

it('invites a user by email, who chooses a password once and is signed in', async () => {
  const ada = await system.fern.signIn('ada')
  const invited = await ada.postJson('/workspace/users/invite', {
    email: 'gus@fern.test',
    firstName: 'Gus',
    lastName: '',
    role: 'manager',
  })
  expect(invited.status).toBe(201)
  const token = await linkFor('gus@fern.test')
  const choose = (password: string) => system.fern.stranger.postJson('/workspace/password', { token, password })
  expect(await choose('short')).toMatchObject({ status: 400, body: { errorCode: 'password_weak' } })
  expect(await choose('a long enough password')).toMatchObject({
    status: 200,
    body: { me: { email: 'gus@fern.test', role: 'manager' } },
  })
  expect(await choose('another long password')).toMatchObject({ status: 400, body: { errorCode: 'link_expired' } })
  expect((await signIn('gus@fern.test', 'a long enough password')).status).toBe(200)
  expect(
    await ada.postJson('/workspace/users/invite', {
      email: 'GUS@fern.test',
      firstName: 'Gus',
      lastName: '',
      role: 'admin',
    }),
  ).toMatchObject({ status: 409 })
})

it('several invitations of one person at the same moment are one user, and the log has the role of the one that counted', async () => {
  const ada = await system.fern.signIn('ada')
  const names = { email: 'twin@fern.test', firstName: 'Twin', lastName: '' }
  const roles = ['manager', 'team-lead', 'read-only', 'manager', 'team-lead', 'read-only', 'manager', 'team-lead']
  const invite = (role: string) => ada.postJson('/workspace/users/invite', { ...names, role })
  const invited = await Promise.all(roles.map(invite))
  expect(invited.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(invited.map(({ body }) => (body as { id: number }).id)).size).toBe(1)
  // Once more later.
  expect((await invite('manager')).status).toBe(201)
  type User = { email: string; role: string }
  const { users } = (await ada.get('/workspace/users')).body as { users: User[] }
  const { role } = users.find(({ email }) => email === names.email) ?? expect.fail('no such user')
  type Entry = { action: string; subject?: string; detail: object }
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Users' })).body as { records: Entry[] }
  const logged = records.filter(({ action, subject }) => action === 'user.invited' && subject === names.email)
  expect(logged.map(({ detail }) => JSON.stringify(detail)).toSorted()).toEqual([
    JSON.stringify({ role }),
    ...Array(8).fill('{}'),
  ])
})

it('enqueues a job for any address, so that the time of the answer does not say who is a user; none has the address', async () => {
  const jobs = async () => {
    const { rows } = await sql<{ text: string }>`select data::text as text from pgboss.job
      where name = 'users.send-link' and data ->> 'reason' = 'reset'`.execute(system.deps.db)
    return rows.map(({ text }) => text)
  }
  const ask = (email: string) => system.fern.stranger.postJson('/workspace/password/forgot', { email })
  for (const [count, email] of ['chiara@fern.test', 'no-user@fern.test', 'nor-this@fern.test'].entries()) {
    expect((await ask(email)).status).toBe(200)
    expect(await jobs()).toHaveLength(count + 1)
  }
  expect((await jobs()).join()).not.toContain('@')
  expect(await linkFor('chiara@fern.test')).not.toBe('')
  expect(await mailsTo('no-user@fern.test')).toEqual([])
})

it('sends a password reset link, which ends all other sessions; an unknown address gets the same response and no email', async () => {
  const before = await system.fern.signIn('bruno')
  const ask = (email: string) => system.fern.stranger.postJson('/workspace/password/forgot', { email })
  const [known, unknown] = [await ask('bruno@fern.test'), await ask('nobody@fern.test')]
  expect(known.text).toBe(unknown.text)
  const token = await linkFor('bruno@fern.test')
  expect(
    (await system.fern.stranger.postJson('/workspace/password', { token, password: 'fresh fields of fern' })).status,
  ).toBe(200)
  expect((await before.get('/workspace/me')).status).toBe(401)
  expect((await signIn('bruno@fern.test', PASSWORD)).status).toBe(401)
  expect(await mailsTo('nobody@fern.test')).toEqual([])
})

it('limits administration to administrators, and keeps at least one', async () => {
  const { ada, chiara } = system.fern.userIds
  const admin = await system.fern.signIn('ada')
  const gus = await signIn('gus@fern.test', 'a long enough password')
  const manager = system.fern.stranger.with({ cookie: String(gus.headers['set-cookie']).split(';')[0] ?? '' })
  for (const path of ['/workspace/users', '/workspace/api-keys', '/workspace/traffic', '/workspace/action-log']) {
    expect((await manager.get(path)).status, path).toBe(403)
    expect((await admin.get(path)).status, path).toBe(200)
  }
  expect(await admin.postJson(`/workspace/users/${ada}`, { role: 'manager' })).toMatchObject({
    status: 409,
    body: { errorCode: 'last_admin' },
  })
  expect((await admin.postJson(`/workspace/users/${chiara}`, { role: 'admin' })).status).toBe(200)
  expect((await admin.postJson(`/workspace/users/${system.kettle.userIds.farid}`, { role: 'admin' })).status).toBe(404)
})

it('deactivates a user at once', async () => {
  const admin = await system.fern.signIn('ada')
  const gus = await signIn('gus@fern.test', 'a long enough password')
  const cookie = String(gus.headers['set-cookie']).split(';')[0] ?? ''
  const { users } = (await admin.get('/workspace/users')).body as { users: { id: number; email: string }[] }
  const id = users.find(({ email }) => email === 'gus@fern.test')?.id
  await admin.postJson(`/workspace/users/${id}`, { active: false })
  expect((await system.fern.stranger.with({ cookie }).get('/workspace/me')).status).toBe(401)
  expect((await signIn('gus@fern.test', 'a long enough password')).status).toBe(401)
})
