import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { openSoftphone } from '@patchbay/contract/telephony/callbacks'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import { callModule } from '../../platform/modules/client.ts'
import type { Module } from '../../platform/modules/store.ts'
import { softphoneVerdict } from './rules.ts'

const TOTAL_MS = 5_000

export type SoftphoneModule = { module: Module; code: string; softphoneUrl: string }

/** D-120: asks the exchange for a link to the softphone of this extension. */
export const askForSoftphone = (
  deps: Deps,
  { module, code, softphoneUrl }: SoftphoneModule,
  { userId, origin }: { userId: number; origin: string },
  workspaceOrigins: readonly string[],
): Promise<Answer> => {
  const parameters: ParametersOf<typeof openSoftphone> = { code, userId: String(userId), origin }
  return callModule(deps, module, {
    method: 'GET',
    url: softphoneUrl,
    query: encodeParameters(parameters),
    totalMs: TOTAL_MS,
    purpose: { code: 'softphone', userId },
    verdictOf: softphoneVerdict(module, workspaceOrigins),
  })
}
