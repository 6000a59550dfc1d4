// The report of a run: as text, and as JUnit XML for CI.

export type Outcome = {
  name: string
  result: 'passed' | 'failed' | 'skipped' | 'warned'
  /** What is wrong, what to know, or why it was skipped. */
  detail?: string
  ms: number
}

export type Report = { kind: string; url: string; outcomes: Outcome[] }

const MARK = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip', warned: 'warn' } as const

export const count = (report: Report, result: Outcome['result']): number =>
  report.outcomes.filter((outcome) => outcome.result === result).length

export const renderTitle = ({ kind, url }: Pick<Report, 'kind' | 'url'>): string => `patchbay verify ${kind} ${url}\n\n`

export const renderOutcome = ({ name, result, detail, ms }: Outcome): string => {
  const line = `${MARK[result]}  ${name}${result === 'skipped' ? '' : ` (${ms} ms)`}\n`
  return detail === undefined ? line : `${line}        ${detail.replaceAll('\n', '\n        ')}\n`
}

export const renderSummary = (report: Report): string => {
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((result) => count(report, result))
  const warned = count(report, 'warned')
  const warnings = warned === 0 ? '' : `, ${warned} with warnings`
  return `\n${passed} passed, ${failed} failed, ${skipped} skipped${warnings}\n`
}

export const renderText = (report: Report): string =>
  [renderTitle(report), ...report.outcomes.map(renderOutcome), renderSummary(report)].join('')

const asText = (text: string): string =>
  text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\P{C}\n]/gu, ' ')

export const renderJunit = (report: Report): string => {
  const cases = report.outcomes.map(({ name, result, detail = '', ms }) => {
    const open = `<testcase classname="patchbay.${report.kind}" name="${asText(name)}" time="${ms / 1000}">`
    const inner =
      result === 'failed'
        ? `<failure message="${asText(detail)}"/>`
        : result === 'skipped'
          ? `<skipped message="${asText(detail)}"/>`
          : result === 'warned'
            ? `<system-out>${asText(detail)}</system-out>`
            : ''
    return `    ${open}${inner}</testcase>`
  })
  const counts = `tests="${report.outcomes.length}" failures="${count(report, 'failed')}" skipped="${count(report, 'skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="patchbay verify ${report.kind}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
