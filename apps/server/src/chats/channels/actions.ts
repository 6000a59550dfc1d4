import { mergeSettings } from '@patchbay/contract/chats/channel-rules'
import type {
  activateChannel,
  ChannelSettings,
  Channel as ChannelView,
  deactivateChannel as deactivateEndpoint,
  listChannels as listEndpoint,
  updateChannel as updateEndpoint,
} from '@patchbay/contract/chats/channels'
import type { listModuleChannels } from '@patchbay/contract/chats/workspace/channels'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { findModule } from '../../platform/modules/store.ts'
import {
  type Channel,
  type ChannelEdit,
  deactivateChannel,
  insertChannel,
  listChannels,
  lockChannel,
  updateChannel,
} from './store.ts'

const externalId = (channel: Channel) => channel.externalId !== null && { external_id: channel.externalId }

const present = (channel: Channel): ChannelView => ({
  id: channel.id,
  ...externalId(channel),
  ...(channel.name !== null && { name: channel.name }),
  type: channel.type as ChannelView['type'],
  is_active: channel.active,
  settings: channel.settings,
  created_at: channel.createdAt.toISOString(),
  ...(channel.updatedAt && { updated_at: channel.updatedAt.toISOString() }),
  activated_at: channel.activatedAt.toISOString(),
  ...(channel.deactivatedAt && { deactivated_at: channel.deactivatedAt.toISOString() }),
})

export const showChannels: Action<Deps, typeof listEndpoint> = async (deps, caller, { query }) => {
  const channels = await inAccount(deps.db, caller.accountId, (trx) => listChannels(trx, caller.moduleId, query))
  return channels.map(present)
}

const MOST_SHOWN = 1000

export const showModuleChannels: Action<Deps, typeof listModuleChannels> = async (deps, caller, { params }) => {
  const channels = await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = (await findModule(trx, params.code)) ?? fail('not_found')
    return listChannels(trx, module.id, { limit: MOST_SHOWN })
  })
  return { success: true, channels: channels.map(present) }
}

type ChannelInput = {
  type?: string
  external_id?: string
  name?: string
  avatar_url?: string
  settings?: ChannelSettings
}

const editOf = (before: Channel | undefined, given: ChannelInput): ChannelEdit => ({
  type: given.type ?? before?.type ?? 'custom',
  externalId: given.external_id ?? before?.externalId ?? null,
  name: given.name ?? before?.name ?? null,
  avatarUrl: given.avatar_url ?? before?.avatarUrl ?? null,
  settings: mergeSettings(before?.settings ?? {}, given.settings),
})

/** D-62: 201 for a new channel; 200 when an existing one is activated again. */
export const activate: Action<Deps, typeof activateChannel> = async (deps, caller, { body }, http) => {
  const channel = await inAccount(deps.db, caller.accountId, async (trx) => {
    // The older Go client sends 0 for "none yet".
    if (!body.id) return insertChannel(trx, caller.moduleId, editOf(undefined, body))
    const before = (await lockChannel(trx, caller.moduleId, body.id)) ?? fail('channel_unknown')
    return updateChannel(trx, before.id, editOf(before, body), true)
  })
  if (body.id) http.otherStatus()
  return { id: channel.id, ...externalId(channel), activated_at: channel.activatedAt.toISOString() }
}

/** C-01 */
export const updateChannelSettings: Action<Deps, typeof updateEndpoint> = async (deps, caller, { params, body }) => {
  const channel = await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = (await lockChannel(trx, caller.moduleId, params.channel_id)) ?? fail('channel_unknown')
    return updateChannel(trx, before.id, editOf(before, body), false)
  })
  const updatedAt = channel.updatedAt ?? channel.createdAt
  return { id: channel.id, ...externalId(channel), updated_at: updatedAt.toISOString() }
}

export const deactivateChannelOfModule: Action<Deps, typeof deactivateEndpoint> = async (deps, caller, { params }) => {
  const channel = await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = (await lockChannel(trx, caller.moduleId, params.channel_id)) ?? fail('channel_unknown')
    return deactivateChannel(trx, before.id)
  })
  const at = channel.deactivatedAt ?? channel.createdAt
  return { id: channel.id, deactivated_at: at.toISOString() }
}
