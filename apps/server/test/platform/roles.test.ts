import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { ROLES, type Role } from '@patchbay/contract/base/roles'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { PASSWORD } from '@patchbay/testkit/fixtures'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { hashPassword } from '../../src/lib/security/passwords.ts'
import { insertUser, updatePassword } from '../../src/platform/users/store.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
const users = {} as Record<Role, HttpClient>
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  const { accountId, stranger } = system.fern
  const passwordHash = await hashPassword(PASSWORD)
  for (const role of ROLES) {
    const email = `${role}@fern.test`
    await inAccount(system.deps.db, accountId, async (trx) => {
      const { id } = await insertUser(trx, { email, emailKey: email, firstName: role, lastName: '', role })
      await updatePassword(trx, id, passwordHash)
    })
    const { headers } = await stranger.postJson('/workspace/sign-in', { email, password: PASSWORD })
    users[role] = stranger.with({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' })
  }
})
afterAll(() => system.close())

/** The routes that take or give bytes or a stream are not in the contract's list. */
const BYTE_ROUTES = [
  { method: 'POST', path: '/workspace/files', role: 'manager' },
  { method: 'GET', path: '/workspace/live', role: 'manager' },
  { method: 'GET', path: '/workspace/calls/{id}/recording', role: 'manager' },
  { method: 'POST', path: '/workspace/imports', role: 'team-lead' },
  { method: 'GET', path: '/workspace/exports/{id}/file', role: 'manager' },
] as const

const needed = ({ auth }: Endpoint) => (auth.by === 'session' ? auth.role : undefined)
const ROUTES = [
  ...ENDPOINTS.flatMap((endpoint) => {
    const role = needed(endpoint)
    return role ? [{ method: endpoint.method, path: endpoint.path, role }] : []
  }),
  ...BYTE_ROUTES,
]

/** What concerns only the caller's own sign-in. Everything else that changes something needs more than read-only. */
const OWN = [
  'POST /workspace/sign-out',
  'POST /workspace/me/profile',
  'DELETE /workspace/me/sessions/{id}',
  'DELETE /workspace/me/sessions',
  'POST /workspace/me/second-factor',
  'POST /workspace/me/second-factor/confirm',
  'POST /workspace/me/second-factor/recovery-codes',
  'POST /workspace/me/second-factor/disable',
  'POST /workspace/notifications/read',
]

it('opens nothing but their own sign-in and notifications to everyone', () => {
  const open = ROUTES.filter(({ role, method }) => role === 'anyone' && method !== 'GET')
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...OWN].sort())
})

const request = async (role: Role, { method, path }: { method: string; path: string }) => {
  const address = path.replace(/\{\w+\}/g, '999999')
  const body = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }
  return users[role].send(method, address, body)
}

it('[E-01] refuses a read-only user every route of the table that changes anything', async () => {
  const changing = ROUTES.filter(({ method, role }) => method !== 'GET' && role !== 'anyone')
  expect(changing.length).toBeGreaterThan(40)
  for (const route of changing) {
    const reply = await request('read-only', route)
    expect(reply, `${route.method} ${route.path}`).toMatchObject({
      status: 403,
      body: { errorCode: route.role === 'admin' ? 'admin_needed' : 'role_needed' },
    })
  }
})

it('[E-01] lets a read-only user read what a manager reads, and nothing that administrators read', async () => {
  const reading = ROUTES.filter(({ method, path }) => method === 'GET' && path !== '/workspace/live')
  for (const route of reading) {
    const { status } = await request('read-only', route)
    if (route.role === 'admin' || route.role === 'team-lead') expect(status, route.path).toBe(403)
    else expect(status, route.path).not.toBe(403)
  }
})

it('[E-01] keeps managers and team leads out of every route of administrators', async () => {
  const administration = ROUTES.filter(({ role }) => role === 'admin')
  expect(administration.length).toBeGreaterThan(20)
  for (const route of administration)
    for (const role of ['manager', 'team-lead'] as const)
      expect((await request(role, route)).status, `${role} ${route.method} ${route.path}`).toBe(403)
})

it('offers the four roles to administrators, and modules see a team lead as a manager', async () => {
  const { admin } = users
  const { bruno } = system.fern.userIds
  for (const role of ROLES) {
    expect((await admin.postJson(`/workspace/users/${bruno}`, { role })).status, role).toBe(200)
    expect((await system.fern.api.get(`/api/v5/users/${bruno}`)).body, role).toMatchObject({
      user: { isAdmin: role === 'admin', isManager: role === 'manager' || role === 'team-lead' },
    })
  }
  expect((await admin.postJson(`/workspace/users/${bruno}`, { role: 'owner' })).status).toBe(400)
})
