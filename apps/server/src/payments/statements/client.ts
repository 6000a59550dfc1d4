import type { ReadPage } from '@patchbay/contract/payments/statement-rules'
import type { StatementProblem } from '@patchbay/contract/payments/workspace/payment-days'
import type { Deps } from '../../deps.ts'
import { callModule } from '../../platform/modules/client.ts'
import { joinUrl } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import { actionPath } from '../operations/rules.ts'
import { problemOfAnswer, readAnsweredPage, statementVerdict } from './rules.ts'

const TOTAL_MS = 30_000
/** A page of 1,000 lines is about 300 KB. */
const MOST_BYTES = 2 * 1024 * 1024

export type AskedPage = Extract<ReadPage, { ok: true }> | { ok: false; problem: StatementProblem }

/** D-133: one page of the statement of a period; has no side effects. */
export const askStatementPage = async (
  deps: Deps,
  module: Module,
  { from, to, cursor }: { from: Date; to: Date; cursor: string | undefined },
): Promise<AskedPage> => {
  const path = actionPath(module, 'statement')
  if (path === undefined) return { ok: false, problem: { code: 'unsupported' } }
  const answer = await callModule(deps, module, {
    method: 'GET',
    url: joinUrl(module.baseUrl ?? '', path),
    query: { from: from.toISOString(), to: to.toISOString(), ...(cursor !== undefined && { cursor }) },
    totalMs: TOTAL_MS,
    maxBytes: MOST_BYTES,
    purpose: { code: 'payment.statement' },
    verdictOf: statementVerdict,
    bypassCircuit: true,
  })
  return answer.ok ? readAnsweredPage(answer) : { ok: false, problem: problemOfAnswer(answer) }
}
