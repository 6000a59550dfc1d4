import type { CallBreakdown, CallStatistics } from '@patchbay/contract/telephony/workspace/call-statistics'
import { useFormat } from '../../../lib/format.ts'
import { useReportTexts } from '../../../texts/reports.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { ReportTable } from '../../../ui/ReportTable.tsx'
import { Section } from '../../../ui/Section.tsx'
import { type CallFigure, callTarget, partOf, partOfRow } from './call-targets.ts'

type CallBreakdownsProps = { statistics: CallStatistics; managerName: (id: number) => string }

const BREAKDOWNS = ['user', 'group', 'shop', 'number', 'module'] as const

const FIGURES = ['incoming', 'answered', 'missed', 'returned', 'firstContacts', 'outgoing'] as const

/** The same figures of each manager, group, shop, number and module. A name limits the report to it. */
export const CallBreakdowns = ({ statistics, managerName }: CallBreakdownsProps) => {
  const texts = useReportTexts()
  const format = useFormat()
  const { period, breakdowns } = statistics
  const inTime = { waitedTo: statistics.serviceLevelSeconds }
  const nameOf = ({ by, value, name }: CallBreakdown) => name ?? (by === 'user' ? managerName(Number(value)) : value)
  const row = (part: CallBreakdown) => {
    const only = partOfRow(part.by, part.value)
    const { figures } = part
    const cell = (figure: CallFigure & keyof typeof figures) => ({
      text: format.number(figures[figure]),
      plain: String(figures[figure]),
      ...(figures[figure] > 0 && { target: callTarget(period, partOf(only), figure) }),
    })
    return {
      key: part.value,
      name: nameOf(part),
      head: (
        <AnchorLink to="/reports/calls" search={{ ...period, ...only }} inherit>
          {nameOf(part)}
        </AnchorLink>
      ),
      cells: [
        ...FIGURES.map(cell),
        {
          text: format.share(figures.withinLevel, figures.levelOf),
          ...(figures.withinLevel > 0 && { target: callTarget(period, partOf(only), 'withinLevel', inTime) }),
        },
        {
          text: format.duration(figures.talkSeconds),
          plain: String(figures.talkSeconds),
          ...(figures.talkSeconds > 0 && { target: callTarget(period, partOf(only), 'talkSeconds') }),
        },
      ],
    }
  }
  return BREAKDOWNS.map((by) => {
    const parts = breakdowns.filter((part) => part.by === by)
    if (parts.length === 0) return null
    return (
      <Section key={by} title={texts.by[by]}>
        <ReportTable
          caption={texts.by[by]}
          columns={[
            texts.one[by],
            ...FIGURES.map((figure) => texts.calls[figure]),
            texts.calls.level,
            texts.calls.talk,
          ]}
          rows={parts.map(row)}
        />
      </Section>
    )
  })
}
