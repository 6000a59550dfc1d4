import { type PageProblem, type ReadLine, readStatementPage } from '@patchbay/contract/payments/statement-rules'
import type { StatementProblem } from '@patchbay/contract/payments/workspace/payment-days'
import type { Answer } from '../../lib/http-out/egress.ts'
import { OFF } from '../../platform/modules/rules.ts'
import {
  type Answered,
  notUnderstood,
  readJsonAnswer,
  type VerdictRule,
  verdictBySuccess,
} from '../../platform/traffic/verdict-rules.ts'

/** D-133: the lane of a statement: one per day, its key is the id of the day. */
export const STATEMENT_LANE = 'statement'

/** D-133: one endpoint per module, so a slow module delays only itself. */
export const statementLane = ({ id, moduleId }: { id: number; moduleId: number }) => ({
  kind: STATEMENT_LANE,
  key: String(id),
  endpoint: `statement/${moduleId}`,
})

const resultOf = (answer: Answered): unknown =>
  (readJsonAnswer(answer).json as { result?: unknown } | undefined)?.result

const textOf = ({ line, field, value }: PageProblem): string =>
  [line === undefined ? undefined : `line ${line}`, field, value].filter((part) => part !== undefined).join(': ')

/** D-133, D-98: how traffic tells the answer to a statement. */
export const statementVerdict: VerdictRule = (answer) => {
  const verdict = verdictBySuccess(answer)
  if (verdict.code !== 'accepted') return verdict
  const page = readStatementPage(resultOf(answer))
  return page.ok ? verdict : notUnderstood(answer.status, 'statement-line', textOf(page.problem))
}

/** D-133: what an answer holds, or why it cannot be used. */
export const readAnsweredPage = (
  answer: Answered,
): { ok: true; lines: ReadLine[]; next: string | undefined } | { ok: false; problem: StatementProblem } => {
  const verdict = verdictBySuccess(answer)
  if (verdict.code === 'refused') return { ok: false, problem: { code: 'refused', value: verdict.message } }
  if (verdict.code === 'not-understood') return { ok: false, problem: { code: 'not-understood', value: verdict.why } }
  const page = readStatementPage(resultOf(answer))
  return page.ok ? page : { ok: false, problem: { code: 'line', ...page.problem } }
}

/** D-133: why there was no answer. */
export const problemOfAnswer = (answer: Extract<Answer, { ok: false }>): StatementProblem => {
  if (answer === OFF) return { code: 'module-off' }
  if (answer.because?.code === 'timeout') return { code: 'timeout', value: String(answer.because.seconds) }
  return { code: 'unreachable', value: answer.reason.slice(0, 200) }
}

/** D-133: lines of other days are left out and counted: a provider's day may end at another hour than ours. */
export const keepDay = (
  lines: readonly ReadLine[],
  { from, to }: { from: Date; to: Date },
): { lines: ReadLine[]; outside: number } => {
  const kept = lines.filter(({ at }) => at >= from && at < to)
  return { lines: kept, outside: lines.length - kept.length }
}
