import Type, { type Static } from 'typebox'
import { WebAddress } from '../base/types.ts'
import { Path } from '../payments/settings.ts'

export const TransportActions = Type.Object({
  visits: Type.Optional(Path),
  online: Type.Optional(Path),
  manualTemplatesSync: Type.Optional(Path),
})

export const TransportSettings = Type.Object(
  {
    /** Absent for a transport that cannot receive webhooks: it polls the feed (webhooks.feed). */
    webhookUrl: Type.Optional(WebAddress),
    actions: Type.Optional(TransportActions),
    refreshToken: Type.Optional(Type.Boolean()),
  },
  { title: 'TransportSettings' },
)

export type TransportSettings = Static<typeof TransportSettings>
