// Load for the platform faults: modules that register repeatedly, and a journal of the acknowledged registrations.
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { paced, waitUntil } from '@patchbay/testkit/services'

type Entry = { acknowledged: number; sent: number }

export type Load = {
  /** The number of responses by status; 0 is a broken connection. */
  answers: Map<number, number>
  acknowledged: () => number
  stop: () => Promise<void>
  /** Reads every module back and compares it with what was acknowledged. */
  audit: (server: ServerChild) => Promise<{ lost: number; phantom: number; doubled: number }>
}

/** 0 where there is no such module. A refusal says nothing about what is stored: it is asked again. */
const readVersion = async (tenant: Tenant, server: ServerChild, code: string): Promise<number> => {
  let stored: { integrationModule?: { name: string } } = {}
  await waitUntil(
    'the module is read',
    async () => {
      const { status, body } = await tenant.api(server).get(`/api/v5/integration-modules/${code}`)
      stored = body as typeof stored
      return status === 200 || status === 404
    },
    120_000,
  )
  return Number(stored.integrationModule?.name.replace('version ', '') ?? 0)
}

/** Sixteen writers: 80 requests a second. As fast as it goes, they would take the CPU from what is tested. */
const EVERY_MS = 200

/** Each writer increments its module's counter: the stored value must be between the acknowledged and the sent one. */
export const startLoad = (tenants: readonly Tenant[], servers: readonly ServerChild[], writers: number): Load => {
  const journal = new Map<string, Entry & { tenant: Tenant }>()
  const answers = new Map<number, number>()
  let running = true
  const write = async (n: number): Promise<void> => {
    const tenant = tenants[n % tenants.length]
    const server = servers[n % servers.length]
    if (!tenant || !server) throw new Error('a load needs tenants and servers')
    const code = `writer-${n}`
    const entry = { tenant, acknowledged: 0, sent: 0 }
    journal.set(code, entry)
    const send = async () => {
      const value = ++entry.sent
      const integrationModule = { code, name: `version ${value}` }
      const reply = await tenant
        .api(server)
        .post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
        .catch(() => undefined)
      const status = reply?.status ?? 0
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status === 201) entry.acknowledged = value
    }
    while (running) await paced(EVERY_MS, send)
  }
  const work = Promise.all(Array.from({ length: writers }, (_, n) => write(n)))
  return {
    answers,
    acknowledged: () => answers.get(201) ?? 0,
    stop: async () => {
      running = false
      await work
    },
    audit: async (server) => {
      const found = { lost: 0, phantom: 0, doubled: 0 }
      for (const [code, { tenant, acknowledged, sent }] of journal) {
        const stored = await readVersion(tenant, server, code)
        if (stored < acknowledged) found.lost++
        if (stored > sent) found.phantom++
        if (stored < acknowledged || stored > sent)
          console.log(`${code}: stored ${stored}, acknowledged ${acknowledged}, sent ${sent}`)
      }
      for (const tenant of tenants) {
        const admin = await tenant.admin(server)
        const { modules } = (await admin.get('/workspace/modules')).body as { modules: { code: string }[] }
        found.doubled += modules.length - new Set(modules.map(({ code }) => code)).size
      }
      return found
    },
  }
}
