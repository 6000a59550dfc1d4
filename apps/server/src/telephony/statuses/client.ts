import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { userStatusChanged } from '@patchbay/contract/telephony/callbacks'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import { callModule } from '../../platform/modules/client.ts'
import type { Module } from '../../platform/modules/store.ts'

const TOTAL_MS = 5_000

/** T-09: GET changeUserStatusUrl. T-12: what the exchange answers is ignored. */
export const sendUserStatus = (
  deps: Deps,
  module: Module,
  url: string,
  parameters: ParametersOf<typeof userStatusChanged>,
): Promise<Answer> =>
  callModule(deps, module, {
    method: 'GET',
    url,
    query: encodeParameters(parameters),
    totalMs: TOTAL_MS,
    purpose: { code: 'user.status', userId: Number(parameters.userId) },
  })
