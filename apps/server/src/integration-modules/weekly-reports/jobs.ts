import { LANGUAGES } from '@patchbay/contract/base/constants'
import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { svgToPng } from '../../lib/text/svg-to-png.ts'
import { forEachAccount } from '../../platform/accounts/service.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { findUser } from '../../platform/users/store.ts'
import { chartSvg } from './chart-view.ts'
import { messageIdOf, reportWeekFor, weekBefore, weekFrom } from './rules.ts'
import { loadFigures, SEND_WEEKLY_REPORT } from './service.ts'
import { insertReports, isUnsent, markSent } from './store.ts'
import type { Language } from './text-view.ts'
import { CHART_CID, chartPanels, viewMail, type WeeklyReport } from './view.ts'

export const SCHEDULE_WEEKLY_REPORTS = defineJob({
  name: 'weekly-reports.schedule',
  payload: Type.Object({}),
  every: '*/10 * * * *',
})

/** D-132: the row and the job of each email are written together, and a row only once: a second run adds nothing. */
export const scheduleReports = (deps: Deps, accountId: number): Promise<number> =>
  inAccount(deps.db, accountId, async (trx) => {
    const { timezone } = await getAccount(trx)
    const week = reportWeekFor(deps.now(), timezone)
    if (!week) return 0
    const userIds = await insertReports(trx, week.from)
    for (const userId of userIds) await deps.jobs.send(trx, SEND_WEEKLY_REPORT, { accountId, userId, week: week.from })
    return userIds.length
  })

const languageOf = (chosen: string | null, locale: string): Language => {
  const wanted = [chosen, locale.split('-')[0]]
  return LANGUAGES.find((language) => wanted[0] === language) ?? LANGUAGES.find((one) => wanted[1] === one) ?? 'en'
}

type Ids = { accountId: number; userId: number; week: string }

/** Undefined: it was sent, or the user has left. */
const loadReport = (deps: Deps, { accountId, userId, week }: Ids) =>
  inAccount(deps.db, accountId, async (trx): Promise<{ to: string; report: WeeklyReport } | undefined> => {
    const user = await findUser(trx, userId)
    if (!user?.active || !(await isUnsent(trx, userId, week))) return undefined
    const account = await getAccount(trx)
    const period = weekFrom(week)
    const figures = await loadFigures(trx, period)
    const before = await loadFigures(trx, weekBefore(period))
    const language = languageOf(user.language, account.locale)
    return { to: user.email, report: { account, language, week: period, figures, before } }
  })

/**
 * D-132: marked as sent once the mail server has accepted it. A worker that dies in between leaves it to another one, which sends it
 * under the same Message-ID.
 */
const sendReport = async (deps: Deps, ids: Ids): Promise<void> => {
  const loaded = await loadReport(deps, ids)
  if (!loaded) return
  const { to, report } = loaded
  const png = await svgToPng(chartSvg(chartPanels(report)))
  await deps.mailer.send({
    to,
    ...viewMail(report),
    messageId: messageIdOf(ids.week, ids.userId, report.account.publicUrl),
    attachments: [{ filename: 'chart.png', content: png, contentType: 'image/png', cid: CHART_CID }],
  })
  await inAccount(deps.db, ids.accountId, (trx) => markSent(trx, ids.userId, ids.week, deps.now()))
}

export const weeklyReportJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    SCHEDULE_WEEKLY_REPORTS,
    forEachAccount(deps, (accountId) => scheduleReports(deps, accountId)),
  ),
  handleJob(SEND_WEEKLY_REPORT, (ids) => sendReport(deps, ids)),
]
