// F15: ten modules of one account answer nothing, and its managers go on pressing. Another account is served as before:
// as many requests as without them, in alternating slices, and each with its answer.
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { sleep } from '@patchbay/testkit/services'
import { requestOperation } from './money-rig.ts'
import type { ScenarioPart } from './scenario.ts'

const MODULES = 10
const PRESSES = 40
const SLICES = 6
const SLICE_MS = 8_000
/** Of the requests of the other account in a slice without hanging modules, in the one with them. */
const LEAST = 0.5

export const hangingModules: ScenarioPart = async (seed, scale) => {
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  const banks: Bank[] = []
  try {
    const server = await installation.startServer()
    await installation.startWorker()
    const slices = Math.max(2, Math.round(SLICES * scale))
    const connect = async (tenant: Tenant, code: string, count: number) => {
      const bank = await startBank({ crm: () => tenant.api(server), idempotent: true, autoReport: false })
      banks.push(bank)
      await registerBank(tenant, server, bank, { code, idempotent: true })
      const wanted = { code, count, status: 'succeeded' } as const
      return { bank, invoices: await seedInvoices(installation.adminUrl, tenant.host, bank, wanted) }
    }
    const start = async (name: string, host: string) => {
      const tenant = await installation.createTenant(name, host, server)
      const site = { name: 'Main', url: 'https://main.test' }
      await tenant.api(server).post('/api/v5/reference/sites/main/edit', { site })
      return { tenant, admin: await tenant.admin(server) }
    }
    const [noisy, quiet] = [await start('Noisy', 'noisy.test'), await start('Quiet', 'quiet.test')]
    const hanging: Awaited<ReturnType<typeof connect>>[] = []
    for (let n = 0; n < MODULES; n++) {
      const one = await connect(noisy.tenant, `bank-${n}`, PRESSES * slices)
      one.bank.behave('hang')
      hanging.push(one)
    }
    const { invoices } = await connect(quiet.tenant, 'bank', 6_000)
    const wrong: string[] = []
    let isRunning = true
    const serve = async (): Promise<number> => {
      let served = 0
      for (const end = performance.now() + SLICE_MS; performance.now() < end; served++) {
        const invoice = invoices.pop()
        if (!invoice) throw new Error('too few invoices')
        const reply = await requestOperation(quiet.admin, invoice.uuid, 'refund')
        if (reply.status !== 200) wrong.push(`${reply.status} ${reply.text.slice(0, 200)}`)
      }
      return served
    }
    const press = async (place: number): Promise<void> => {
      for (const { uuid } of hanging[place % MODULES]?.invoices.splice(0, PRESSES) ?? []) {
        if (!isRunning) return
        await requestOperation(noisy.admin, uuid, 'refund').catch(() => undefined)
      }
    }
    const [alone, beside] = [[] as number[], [] as number[]]
    for (let slice = 0; slice < slices; slice++) {
      alone.push(await serve())
      isRunning = true
      const pressing = Array.from({ length: MODULES * 4 }, (_, place) => press(place))
      await sleep(1_000)
      beside.push(await serve())
      isRunning = false
      await Promise.all(pressing)
    }
    const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0)
    const share = Math.round((sum(beside) / sum(alone)) * 100) / 100
    return {
      ...NO_ERRORS,
      lost: wrong.length,
      stuck: share < LEAST ? 1 : 0,
      trials: slices,
      seed,
      unit: `slices with ${MODULES} modules that hang`,
      served_alone: sum(alone),
      served_beside: sum(beside),
      share,
      calls_that_hung: sum(hanging.map(({ bank }) => bank.calls.length)),
      ...(wrong[0] !== undefined && { first_wrong: wrong[0] }),
    }
  } finally {
    await installation.close()
    for (const bank of banks) await bank.close()
  }
}
