// The weekly report, with workers that are killed while they send it.
import { DEFAULT_NOTIFICATION_SETTINGS } from '@patchbay/contract/platform/notification-constants'
import { startInstallation } from '@patchbay/testkit/installation'
import { startMailServer } from '@patchbay/testkit/mail-server'
import { waitUntil } from '@patchbay/testkit/services'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createDeps } from '../../src/create-deps.ts'
import { scheduleReports } from '../../src/integration-modules/weekly-reports/jobs.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { createLog } from '../../src/lib/process/log.ts'
import { findOnlyAccountId } from '../../src/platform/accounts/store.ts'
import { readMime } from '../support/mime.ts'

it('[D-132] a report is accepted once for each week, although every worker that sends it is killed', async () => {
  // The first attempt hangs until its worker is killed.
  const mailServer = await startMailServer((_to, earlier) => earlier === 0)
  const installation = await startInstallation({ MAIL_URL: mailServer.url })
  const deps = await createDeps(readConfig(installation.env), createLog('silent', {}), 'operator')
  try {
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', 'one.test', server)
    const admin = await tenant.admin(server)
    const body = JSON.stringify({ ...DEFAULT_NOTIFICATION_SETTINGS, weeklyReport: true })
    const headers = { 'content-type': 'application/json' }
    expect((await admin.send('PUT', '/workspace/me/notification-settings', { headers, body })).status).toBe(200)
    const accountId = (await findOnlyAccountId(deps.db)) ?? expect.fail('no account')
    deps.now = () => new Date('2026-11-16T20:00:00Z')
    const added = await Promise.all(Array.from({ length: 4 }, () => scheduleReports(deps, accountId)))
    expect(added.toSorted()).toEqual([0, 0, 0, 1])

    const workers = [await installation.startWorker(), await installation.startWorker()]
    const reports = () => mailServer.mails.filter(({ message }) => message.includes('weekly-report.2026-11-09'))
    await waitUntil('a worker sends the report', () => reports().length === 1, 400_000)
    for (const worker of workers) await worker.kill('SIGKILL')
    await Promise.all([installation.startWorker(), installation.startWorker()])
    const unsent = () =>
      inAccount(deps.db, accountId, (trx) =>
        trx.selectFrom('weekly_report').select('user_id').where('sent_at', 'is', null).execute(),
      )
    await waitUntil('another worker has sent it', async () => (await unsent()).length === 0, 400_000)

    expect(await scheduleReports(deps, accountId)).toBe(0)
    expect(reports().map(({ accepted }) => accepted)).toEqual([false, true])
    const ids = reports().map(({ message }) => readMime(message)[0]?.headers['message-id'])
    expect(new Set(ids).size).toBe(1)
  } finally {
    await deps.close()
    await installation.close()
    mailServer.close()
  }
}, 1_200_000)
