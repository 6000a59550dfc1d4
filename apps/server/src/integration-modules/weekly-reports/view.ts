import { money } from '@patchbay/contract/base/money'
import type { Account } from '../../platform/accounts/store.ts'
import type { ReportPeriod } from '../../platform/statistics/rules.ts'
import { type ChartPanel, COLORS, chartAlt } from './chart-view.ts'
import { changeOf, type WeekFigures } from './rules.ts'
import { type Language, MAIL_TEXTS } from './text-view.ts'

type Row = { name: string; now: string; before: string; change: string }
type Section = { title: string; link: string; rows: Row[] }

export type WeeklyReport = {
  account: Pick<Account, 'name' | 'publicUrl' | 'locale'>
  language: Language
  week: ReportPeriod
  figures: WeekFigures
  before: WeekFigures
}

export const CHART_CID = 'chart@weekly-report'

/** The account's way of writing the user's language (en-GB), if that is its language too; else the language itself. */
const formatsOf = ({ account: { locale }, language }: WeeklyReport) => {
  const own = locale.split('-')[0] === language ? locale : language
  const numbers = new Intl.NumberFormat(own)
  const percents = new Intl.NumberFormat(own, { style: 'percent', maximumFractionDigits: 1 })
  const changes = new Intl.NumberFormat(own, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  const compact = new Intl.NumberFormat(own, { notation: 'compact', maximumFractionDigits: 1 })
  const days = new Intl.DateTimeFormat(own, { timeZone: 'UTC', dateStyle: 'medium' })
  const weekdays = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'short' })
  return {
    number: (value: number) => numbers.format(value),
    compact: (amount: string) => compact.format(amount as Intl.StringNumericLiteral),
    share: (part: number, whole: number) => (whole === 0 ? '–' : percents.format(part / whole)),
    change: (value: number | undefined) => (value === undefined ? '–' : changes.format(value)),
    money: (amount: string, currency: string) =>
      new Intl.NumberFormat(own, { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral),
    week: ({ from, to }: ReportPeriod) => days.formatRange(new Date(from), new Date(to)),
    weekday: (day: string) => weekdays.format(new Date(day)),
  }
}

const ZERO = { issued: 0, paid: 0, paidAmount: '0', refundedAmount: '0' }

/** Of these currencies had something: the account's own first, each by itself. */
const currenciesOf = ({ figures, before }: WeeklyReport): string[] => [
  ...new Set([...figures.payments, ...before.payments].map(({ currency }) => currency)),
]

const sectionsOf = (report: WeeklyReport): Section[] => {
  const texts = MAIL_TEXTS[report.language]
  const format = formatsOf(report)
  const { figures, before, week, account } = report
  const link = (of: string) => `${account.publicUrl}/reports/${of}?from=${week.from}&to=${week.to}`
  const count = (name: string, now: number, then: number): Row => ({
    name,
    now: format.number(now),
    before: format.number(then),
    change: format.change(changeOf(now, then)),
  })
  const [calls, callsBefore] = [figures.calls.total, before.calls.total]
  const [chats, chatsBefore] = [figures.chats.total, before.chats.total]
  const level = ({ withinLevel, levelOf }: typeof calls) => format.share(withinLevel, levelOf)
  const payments = currenciesOf(report).map((currency): Section => {
    const of = ({ payments: all }: WeekFigures) => all.find((one) => one.currency === currency)?.total ?? ZERO
    const [now, then] = [of(figures), of(before)]
    const amount = (name: string, one: string, other: string): Row => ({
      name,
      now: format.money(one, currency),
      before: format.money(other, currency),
      change: format.change(changeOf(money(one, currency), money(other, currency))),
    })
    return {
      title: texts.payments(currency),
      link: link('payments'),
      rows: [
        count(texts.issued, now.issued, then.issued),
        count(texts.paid, now.paid, then.paid),
        amount(texts.paidAmount, now.paidAmount, then.paidAmount),
        amount(texts.refunded, now.refundedAmount, then.refundedAmount),
      ],
    }
  })
  return [
    {
      title: texts.calls,
      link: link('calls'),
      rows: [
        count(texts.incoming, calls.incoming, callsBefore.incoming),
        count(texts.answered, calls.answered, callsBefore.answered),
        count(texts.missed, calls.missed, callsBefore.missed),
        count(texts.returned, calls.returned, callsBefore.returned),
        { name: texts.level, now: level(calls), before: level(callsBefore), change: '' },
      ],
    },
    ...payments,
    {
      title: texts.chats,
      link: link('chats'),
      rows: [
        count(texts.opened, chats.opened, chatsBefore.opened),
        count(texts.replied, chats.answered, chatsBefore.answered),
        count(texts.closed, chats.closed, chatsBefore.closed),
      ],
    },
  ]
}

/** Calls, each currency that had payments, and chats, by day. */
export const chartPanels = (report: WeeklyReport): ChartPanel[] => {
  const texts = MAIL_TEXTS[report.language]
  const format = formatsOf(report)
  const { calls, payments, chats } = report.figures
  const paid = payments.filter(({ total }) => total.paid > 0)
  return [
    {
      title: texts.calls,
      series: [
        { name: texts.answered, color: COLORS.good },
        { name: texts.missed, color: COLORS.bad },
      ],
      columns: calls.days.map(({ day, figures: { answered, missed } }) => ({
        label: format.weekday(day),
        values: [answered, missed],
        text: format.number(answered + missed),
      })),
    },
    ...paid.map(({ currency, days }) => ({
      title: texts.payments(currency),
      series: [{ name: texts.paidAmount, color: COLORS.good }],
      columns: days.map(({ day, figures }) => ({
        label: format.weekday(day),
        values: [money(figures.paidAmount, currency)],
        text: format.compact(figures.paidAmount),
      })),
    })),
    {
      title: texts.chats,
      series: [{ name: texts.opened, color: COLORS.info }],
      columns: chats.days.map(({ day, figures: { opened } }) => ({
        label: format.weekday(day),
        values: [opened],
        text: format.number(opened),
      })),
    },
  ]
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const CELL = 'padding:6px 8px;border-bottom:1px solid #e3e6ea;font-size:14px'
const RIGHT = `${CELL};text-align:right;white-space:nowrap`

const tableOf = (report: WeeklyReport, { title, link, rows }: Section): string => {
  const texts = MAIL_TEXTS[report.language]
  const head = [texts.thisWeek, texts.before, texts.change]
    .map((name) => `<th scope="col" style="${RIGHT};color:#5a626b;font-weight:400">${escaped(name)}</th>`)
    .join('')
  const lines = rows.map(
    ({ name, now, before, change }) =>
      `<tr><th scope="row" style="${CELL};text-align:left;font-weight:400">${escaped(name)}</th><td style="${RIGHT};font-weight:600">${escaped(now)}</td><td style="${RIGHT}">${escaped(before)}</td><td style="${RIGHT}">${escaped(change)}</td></tr>`,
  )
  return `<h2 style="font-size:16px;margin:24px 0 4px">${escaped(title)}</h2>
<table style="border-collapse:collapse;width:100%"><thead><tr><th scope="col" style="${CELL};text-align:left;color:#5a626b;font-weight:400">${escaped(texts.figure)}</th>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>
<p style="margin:6px 0"><a href="${escaped(link)}" style="color:#116557">${escaped(`${texts.open}: ${title}`)}</a></p>`
}

const textOf = (report: WeeklyReport, { title, link, rows }: Section): string => {
  const texts = MAIL_TEXTS[report.language]
  const lines = rows.map(({ name, now, before, change }) =>
    [
      `  ${name}: ${now} (${texts.before.toLowerCase()}: ${before}`,
      change && change !== '–' ? `, ${change})` : ')',
    ].join(''),
  )
  return [title, ...lines, `  ${link}`].join('\n')
}

/** The email: its subject, and the same figures as text and as HTML with the chart. */
export const viewMail = (report: WeeklyReport): { subject: string; text: string; html: string } => {
  const { account, language, week } = report
  const texts = MAIL_TEXTS[language]
  const subject = texts.subject(account.name.replace(/\s+/g, ' '), formatsOf(report).week(week))
  const sections = sectionsOf(report)
  const none = currenciesOf(report).length === 0 ? texts.noPayments : undefined
  const settings = `${account.publicUrl}/notification-settings`
  const alt = escaped(chartAlt(texts.chart, chartPanels(report)))
  const text = [
    subject,
    ...sections.map((section) => textOf(report, section)),
    ...(none ? [none] : []),
    `${texts.why} ${texts.settings}: ${settings}`,
  ].join('\n\n')
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1a1d21;font-family:Inter,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 16px">${escaped(subject)}</h1>
<img src="cid:${CHART_CID}" alt="${alt}" width="560" style="width:100%;max-width:560px;height:auto;border:1px solid #e3e6ea;border-radius:8px">
${sections.map((section) => tableOf(report, section)).join('\n')}
${none ? `<p>${escaped(none)}</p>` : ''}
<p style="margin-top:24px;color:#5a626b;font-size:13px">${escaped(texts.why)} <a href="${escaped(settings)}" style="color:#116557">${escaped(texts.settings)}</a></p>
</div></body></html>`
  return { subject, text: `${text}\n`, html }
}
