import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import { parseJson } from '@patchbay/contract/base/json'
import type { visitorOnline } from '@patchbay/contract/chats/visitors'
import type { Deps } from '../../deps.ts'
import { callModule } from '../../platform/modules/client.ts'
import { joinUrl } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import { visitorVerdict } from './rules.ts'

const TOTAL_MS = 5_000

/** Undefined when the transport has no such action, or no readable answer. */
export const askAboutVisitor = async (
  deps: Deps,
  module: Module,
  action: 'online' | 'visits',
  externalUserId: string,
): Promise<unknown> => {
  const path = module.integrations.mgTransport?.actions?.[action]
  if (path === undefined || module.baseUrl === null) return undefined
  const parameters: ParametersOf<typeof visitorOnline> = { externalUserId }
  const query = encodeParameters(parameters)
  const url = joinUrl(module.baseUrl, path)
  const purpose = { code: 'visitor' } as const
  const request = { method: 'GET', url, query, totalMs: TOTAL_MS, purpose, verdictOf: visitorVerdict } as const
  const answer = await callModule(deps, module, request)
  if (!answer.ok || answer.status !== 200 || answer.truncated) return undefined
  const json = parseJson(answer.body)
  return json.ok ? json.value : undefined
}
