// The report of a run: as text, and as JUnit XML for CI.

export type Outcome = {
  name: string
  result: 'passed' | 'failed' | 'skipped'
  /** What is wrong, or why it was skipped. */
  detail?: string
  ms: number
}

export type Report = { kind: string; url: string; outcomes: Outcome[] }

const MARK = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const

export const count = (report: Report, result: Outcome['result']): number =>
  report.outcomes.filter((outcome) => outcome.result === result).length

export const renderText = (report: Report): string => {
  const lines = report.outcomes.map(({ name, result, detail, ms }) => {
    const line = `${MARK[result]}  ${name}${result === 'skipped' ? '' : ` (${ms} ms)`}`
    return detail === undefined ? line : `${line}\n        ${detail}`
  })
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((result) => count(report, result))
  const summary = `${passed} passed, ${failed} failed, ${skipped} skipped`
  return [`patchbay verify ${report.kind} ${report.url}`, '', ...lines, '', summary, ''].join('\n')
}

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
