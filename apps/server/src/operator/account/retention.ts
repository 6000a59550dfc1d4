import { RETENTION_KINDS } from '@patchbay/contract/platform/retention-constants'
import type { Deps } from '../../deps.ts'
import { applyRetention, describeRetention } from '../../integration-modules/retention/service.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { readRetention, retentionProblems } from '../../platform/clean-up/retention-rules.ts'
import { accountAt, OPERATOR } from '../commands.ts'
import type { Result } from '../result.ts'

/** D-144: changes how long the kinds that are named are kept, and shows all. */
export const retentionCommand = async (deps: Deps, host: string, pairs: readonly string[]): Promise<Result> => {
  const settings = pairs.map((pair) => {
    const setting = readRetention(pair)
    if (!setting)
      throw new Error(`not a setting: ${pair}; write calls=1095 or calls=forever, with ${RETENTION_KINDS.join(', ')}`)
    return setting
  })
  const [problem] = Object.entries(retentionProblems(settings))
  if (problem) throw new Error(problem.join(' '))
  const retention = await inAccount(deps.db, await accountAt(deps, host), (trx) =>
    settings.length > 0 ? applyRetention(trx, settings, OPERATOR) : describeRetention(trx),
  )
  const lines = retention.settings.map(
    ({ kind, keepDays, deletedTo }) =>
      `${kind.padEnd(16)}${keepDays === null ? 'for ever' : `${keepDays} days`}${deletedTo ? `, deleted to ${deletedTo.slice(0, 10)}` : ''}`,
  )
  const held = retention.hold ? [`held (${retention.hold.because}): nothing is deleted`] : []
  return { text: [...lines, ...held].join('\n'), data: { host, ...retention } }
}
