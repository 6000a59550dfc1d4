import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, Moment } from '../base/types.ts'

// Channels of chat transports, and what each of them can do (interface 2.7, wire habits 5.2 and 5.3).

export const CHANNEL_TYPES = [
  'telegram',
  'fbmessenger',
  'viber',
  'whatsapp',
  'skype',
  'vk',
  'instagram',
  'consultant',
  'yandex_chat',
  'odnoklassniki',
  'max',
  'ozon',
  'wildberries',
  'yandex_market',
  'mega_market',
  'avito',
  'drom',
  'youla',
  'custom',
] as const

/** D-63: from the transport's side. `receive`: it accepts this from the system. `send`: it may send this. */
export const Feature = Type.Enum(['none', 'receive', 'send', 'both'])
export type Feature = Static<typeof Feature>

const can = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Feature)])) as Record<
    Name,
    Type.TOptional<typeof Feature>
  >
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const attachments = {
  ...can('creating', 'editing', 'quoting', 'deleting', 'reaction'),
  max_items_count: Count,
  max_item_size: Count,
  note_max_chars_count: Count,
}

export const ChannelSettings = Type.Object(
  {
    text: Type.Optional(
      Type.Object({ ...can('creating', 'editing', 'quoting', 'deleting', 'reaction'), max_chars_count: Count }),
    ),
    product: Type.Optional(Type.Object(can('creating', 'editing', 'deleting', 'reaction', 'quoting'))),
    order: Type.Optional(Type.Object(can('creating', 'editing', 'deleting', 'reaction', 'quoting'))),
    image: Type.Optional(Type.Object(attachments)),
    file: Type.Optional(Type.Object(attachments)),
    audio: Type.Optional(
      Type.Object({
        ...can('creating', 'quoting', 'deleting', 'reaction'),
        max_items_count: Count,
        max_item_size: Count,
      }),
    ),
    status: Type.Optional(Type.Object(can('delivered', 'read'))),
    /** C-02, C-03: limits for users of the system; they do not apply to transports (C-04). */
    reactions: Type.Optional(
      Type.Object({ dictionary: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })), max_count: Count }),
    ),
    customer_external_id: Type.Optional(Type.Enum(['any', 'phone'])),
    sending_policy: Type.Optional(
      Type.Object({
        new_customer: Type.Optional(Type.Enum(['no', 'template', 'text'])),
        after_reply_timeout: Type.Optional(Type.Enum(['no', 'template'])),
        outgoing: Type.Optional(Type.Enum(['allowed', 'restricted'])),
      }),
    ),
    suggestions: Type.Optional(Type.Object(can('text', 'phone', 'email', 'url'))),
    template: Type.Optional(Type.Object({ creation: Type.Optional(Type.Boolean()) })),
    whatsapp: Type.Optional(
      Type.Object({
        tier: Count,
        channel_quality: Type.Optional(Type.Enum(['high', 'medium', 'low'])),
        channel_status: Type.Optional(Type.Enum(['connected', 'flagged', 'offline', 'pending', 'restricted'])),
      }),
    ),
  },
  { title: 'ChannelSettings' },
)
export type ChannelSettings = Static<typeof ChannelSettings>

export const Channel = Type.Object(
  {
    id: Id,
    external_id: Type.Optional(Line(64)),
    name: Type.Optional(Line(100)),
    type: Type.Enum(CHANNEL_TYPES),
    is_active: Type.Boolean(),
    settings: ChannelSettings,
    created_at: Moment,
    updated_at: Type.Optional(Moment),
    activated_at: Moment,
    deactivated_at: Type.Optional(Moment),
  },
  { title: 'Channel' },
)
export type Channel = Static<typeof Channel>

const given = {
  external_id: Type.Optional(Line(64)),
  name: Type.Optional(Line(100)),
  avatar_url: Type.Optional(Line(255)),
  settings: Type.Optional(ChannelSettings),
}

const auth = { by: 'transport-token' } as const
const byId = { params: Type.Object({ channel_id: Id }) }

export const listChannels = defineEndpoint({
  id: 'channels.list',
  summary: 'List the channels of this transport',
  method: 'GET',
  path: '/api/transport/v1/channels',
  auth,
  query: Type.Object({
    id: Type.Optional(Id),
    active: Type.Optional(Type.Boolean()),
    types: Type.Optional(Type.Array(Type.Enum(CHANNEL_TYPES), { maxItems: 50 })),
    since: Type.Optional(Moment),
    until: Type.Optional(Moment),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    sort: Type.Optional(Type.Enum(['asc', 'desc'])),
  }),
  status: 200,
  reply: Type.Array(Channel),
})

export const activateChannel = defineEndpoint({
  id: 'channels.activate',
  summary: 'Create a channel (201), or activate an existing one again (200)',
  method: 'POST',
  path: '/api/transport/v1/channels',
  auth,
  body: Type.Object({
    type: Type.Enum(CHANNEL_TYPES),
    id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    ...given,
  }),
  status: 201,
  otherStatus: 200,
  reply: Type.Object({ id: Id, external_id: Type.Optional(Line(64)), activated_at: Moment }),
  errors: ['channel_unknown'],
})

export const updateChannel = defineEndpoint({
  id: 'channels.update',
  summary: 'Update a channel; a group of settings that is sent replaces that group, the others stay (C-01, D-64)',
  method: 'PUT',
  path: '/api/transport/v1/channels/{channel_id}',
  auth,
  ...byId,
  body: Type.Object({ type: Type.Optional(Type.Enum(CHANNEL_TYPES)), ...given }),
  status: 200,
  reply: Type.Object({ id: Id, external_id: Type.Optional(Line(64)), updated_at: Moment }),
  errors: ['channel_unknown'],
})

export const deactivateChannel = defineEndpoint({
  id: 'channels.deactivate',
  summary: 'Deactivate a channel; its conversations are kept',
  method: 'DELETE',
  path: '/api/transport/v1/channels/{channel_id}',
  auth,
  ...byId,
  status: 200,
  reply: Type.Object({ id: Id, deactivated_at: Moment }),
  errors: ['channel_unknown'],
})
