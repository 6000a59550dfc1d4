import { activateChannel, deactivateChannel, listChannels, updateChannel } from '@patchbay/contract/chats/channels'
import { activateTemplate, deactivateTemplate, listTemplates, updateTemplate } from '@patchbay/contract/chats/templates'
import { listModuleChannels } from '@patchbay/contract/chats/workspace/channels'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { addTemplate, changeTemplate, removeTemplate, showTemplates } from '../templates/actions.ts'
import {
  activate,
  deactivateChannelOfModule,
  showChannels,
  showModuleChannels,
  updateChannelSettings,
} from './actions.ts'

export const channelRoutes = (bind: Bind<Deps>): void => {
  bind(listChannels, showChannels)
  bind(activateChannel, activate)
  bind(updateChannel, updateChannelSettings)
  bind(deactivateChannel, deactivateChannelOfModule)
  bind(listModuleChannels, showModuleChannels)
  bind(listTemplates, showTemplates)
  bind(activateTemplate, addTemplate)
  bind(updateTemplate, changeTemplate)
  bind(deactivateTemplate, removeTemplate)
}
