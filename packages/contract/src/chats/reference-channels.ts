import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { PAGE, PageOf } from '../base/pages.ts'
import { Id, Line, SuccessWith } from '../base/types.ts'

// Channels and templates as the integration API lists them, for clients that have no transport token.

export const ReferenceChannel = Type.Object(
  {
    id: Id,
    externalId: Type.Integer({ description: 'The same id: clients read a number here' }),
    type: Type.String(),
    active: Type.Boolean(),
    name: Line(),
  },
  { title: 'ReferenceChannel' },
)
export type ReferenceChannel = Static<typeof ReferenceChannel>

export const ReferenceTemplate = Type.Object(
  {
    id: Id,
    externalId: Id,
    mgChannelId: Id,
    channel: ReferenceChannel,
    code: Line(512),
    name: Line(512),
    active: Type.Boolean(),
    lang: Line(20),
    category: Line(),
    footer: Line(1_000),
    verificationStatus: Type.String(),
    template: Type.Array(Type.Unknown(), { description: 'Texts, and variables as {"var": "name"}' }),
    templateExample: Type.Array(Type.String()),
  },
  { title: 'ReferenceTemplate' },
)
export type ReferenceTemplate = Static<typeof ReferenceTemplate>

const auth = { by: 'api-key', scope: 'reference_read' } as const

export const listReferenceChannels = defineEndpoint({
  id: 'references.mg-channels',
  summary: 'Channels of the chat transports; a key of a module sees those of its module',
  method: 'GET',
  path: '/api/v5/reference/mg-channels',
  auth,
  status: 200,
  reply: SuccessWith({ mgChannels: Type.Array(ReferenceChannel) }),
})

export const listReferenceTemplates = defineEndpoint({
  id: 'references.mg-channel-templates',
  summary: 'Templates of the chat transports, of one channel or of all',
  method: 'GET',
  path: '/api/v5/reference/mg-channels/templates',
  auth,
  query: Type.Object({ channel_id: Type.Optional(Id), ...PAGE }),
  status: 200,
  reply: PageOf({ templates: Type.Array(ReferenceTemplate) }),
})
