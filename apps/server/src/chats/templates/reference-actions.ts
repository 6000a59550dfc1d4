import { paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type {
  listReferenceChannels,
  listReferenceTemplates,
  ReferenceChannel,
} from '@patchbay/contract/chats/reference-channels'
import { namedTemplate } from '@patchbay/contract/chats/template-rules'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { type Channel, listChannelsOfModules } from '../channels/store.ts'
import { listTemplatesOfChannels } from './store.ts'

const present = ({ id, type, active, name }: Channel): ReferenceChannel => ({
  ...{ id, externalId: id, type, active, name: name ?? '' },
})

/** D-81: a key of a module sees the channels of its module. */
const listVisible = (trx: Db, { modules, everyModule }: KeyCaller): Promise<Channel[]> =>
  listChannelsOfModules(trx, everyModule ? null : modules)

export const showReferenceChannels: Action<Deps, typeof listReferenceChannels> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => ({
    success: true,
    mgChannels: (await listVisible(trx, caller)).map(present),
  }))

export const showReferenceTemplates: Action<Deps, typeof listReferenceTemplates> = (deps, caller, { query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const asked = query.channel_id
    const visible = await listVisible(trx, caller)
    const channels = new Map(visible.map((channel) => [channel.id, present(channel)]))
    const ids = [...channels.keys()].filter((id) => asked === undefined || id === asked)
    const page = requestedPage(query)
    const { total, templates } = await listTemplatesOfChannels(trx, ids, page)
    return {
      success: true,
      pagination: paginationOf(page, total),
      templates: templates.flatMap(({ id, channelId, code, content }) => {
        const channel = channels.get(channelId)
        if (!channel) return []
        return {
          ...{ id, externalId: id, mgChannelId: channelId, channel, code, name: content.name },
          active: content.verification_status === 'approved',
          verificationStatus: content.verification_status,
          ...{ lang: content.lang ?? '', category: content.category ?? '', footer: content.footer ?? '' },
          template: namedTemplate(content),
          templateExample: content.example?.body ?? [],
        }
      }),
    }
  })
