// Reports from a standby that is late say so.
import { type Postgres, startPostgres, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations, settle, switchView, VIEWS } from '../support/screenshots.ts'

let rig: Rig
let standby: Postgres
beforeAll(async () => {
  rig = await startRig()
  // What was held back conflicts with statements of the standby when it goes on, the one that resumes it among them: it waits for them.
  const settings = 'shared_buffers = 64MB\nmax_standby_streaming_delay = -1\n'
  standby = await startPostgres({ standbyOf: rig.installation.postgres, settings })
  await rig.server.kill()
  await rig.installation.startServer({
    PORT: String(rig.server.port),
    REPORTS_DATABASE_URL: `postgres://patchbay@127.0.0.1:${standby.port}/patchbay`,
    REPORTS_MOST_LAG_SECONDS: '36000',
  })
})
afterAll(async () => {
  await rig?.close()
  await standby?.remove()
})

const NOTICES = {
  'en-GB': /^Figures as of .*\d:\d\d.* · \d+ \S+ behind$/,
  'es-ES': /^Datos a las .*\d:\d\d.* · \d+ \S+ de retraso$/,
  'ru-RU': /^Данные на .*\d:\d\d.* · отставание \d+ \S+$/,
}

it('[D-157] a report from a standby shows how old its figures are, and how far behind, in three languages', async () => {
  const ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/reports/calls`)
  await ada.page.getByText(/^Figures as of/).waitFor()
  const admin = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${standby.port}/patchbay` })
  await admin.connect()
  try {
    await admin.query('select pg_wal_replay_pause()')
    // Signing in is a write that it lacks.
    const wire = await rig.wire('ada')
    await waitUntil('it is late', async () => {
      const { body } = await wire.get('/workspace/call-statistics')
      return (
        ((body as { statistics: { replica?: { behindSeconds: number } } }).statistics.replica?.behindSeconds ?? 0) >= 5
      )
    })
    await expect
      .poll(() => ada.page.getByText(/^Figures as of/).textContent(), { timeout: 60_000 })
      .toMatch(NOTICES['en-GB'])
    for (const view of VIEWS) {
      await switchView(ada.page, view)
      await settle(ada)
      await screenshot(ada.page, `report-replica-${view.name}`)
      expect.soft(await seriousViolations(ada.page, view.colorScheme === 'dark'), view.name).toEqual([])
    }
    for (const locale of ['es-ES', 'ru-RU'] as const) {
      const { page, context } = await rig.desk('ada', { locale })
      for (const name of ['calls', 'payments', 'chats']) {
        await page.goto(`${ADDRESS}/reports/${name}`)
        await page.getByText(NOTICES[locale]).waitFor()
      }
      await context.close()
    }
  } finally {
    await admin.query('select pg_wal_replay_resume()')
    await admin.end()
  }
  // Today alone is read from the primary.
  const today = new Date().toISOString().slice(0, 10)
  await ada.page.goto(`${ADDRESS}/reports/calls?from=${today}`)
  await settle(ada)
  expect(await ada.page.getByText(/^Figures as of/).count()).toBe(0)
})
