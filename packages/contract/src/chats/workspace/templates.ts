import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { SuccessWith } from '../../base/types.ts'
import { Template } from '../templates.ts'
import { auth, byId } from './conversations.ts'

const { id: _id, channel_id: _channel, enabled: _enabled, quality: _quality, ...fields } = Template.properties

/** A template that can be sent, for the form with its variables and the preview. */
export const SendableTemplate = Type.Object(fields, { title: 'SendableTemplate' })
export type SendableTemplate = Static<typeof SendableTemplate>

export const listChatTemplates = defineEndpoint({
  id: 'workspace.templates.list',
  summary: 'Templates of the conversation’s channel that can be sent, by name',
  method: 'GET',
  path: '/workspace/chats/{id}/templates',
  auth,
  ...byId,
  status: 200,
  reply: SuccessWith({ templates: Type.Array(SendableTemplate) }),
  errors: ['not_found'],
})
