import { isSendable } from '@patchbay/contract/chats/template-rules'
import type {
  activateTemplate,
  deactivateTemplate,
  listTemplates as listEndpoint,
  updateTemplate as updateEndpoint,
} from '@patchbay/contract/chats/templates'
import type { listChatTemplates } from '@patchbay/contract/chats/workspace/templates'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getChannelOfModule } from '../channels/store.ts'
import { findChat } from '../conversations/store.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  listTemplatesOfChannel,
  updateTemplate,
} from './store.ts'

// D-61: templates belong to their transport. D-117: users send them.

export const showTemplates: Action<Deps, typeof listEndpoint> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, (trx) => listTemplates(trx, caller.moduleId))

export const addTemplate: Action<Deps, typeof activateTemplate> = (deps, caller, { params, body }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const channel = await getChannelOfModule(trx, caller, params.channel_id)
    const { code, ...template } = body
    if (!(await insertTemplate(trx, channel.id, code, template))) fail('template_taken')
    return {}
  })

export const changeTemplate: Action<Deps, typeof updateEndpoint> = (deps, caller, { params, body }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const channel = await getChannelOfModule(trx, caller, params.channel_id)
    const before = (await findTemplate(trx, channel.id, params.code)) ?? fail('template_unknown')
    await updateTemplate(trx, channel.id, params.code, { ...before, ...body })
    return {}
  })

export const removeTemplate: Action<Deps, typeof deactivateTemplate> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const channel = await getChannelOfModule(trx, caller, params.channel_id)
    if (!(await deleteTemplate(trx, channel.id, params.code))) fail('template_unknown')
    return {}
  })

/** Without its ids and its quality: what the form and the preview need. */
export const showChatTemplates: Action<Deps, typeof listChatTemplates> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await findChat(trx, params.id)) ?? fail('not_found')
    const templates = (await listTemplatesOfChannel(trx, chat.channelId)).filter(({ content }) => isSendable(content))
    return {
      success: true,
      templates: templates
        .map(({ code, content: { quality: _quality, ...content } }) => ({ body: '', ...content, code }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    }
  })
