import Type from 'typebox'
import { defineCallback } from '../base/callback.ts'

// What a transport knows about the visitor behind a conversation (wire habits 5.5).

const parameters = Type.Object({ clientId: Type.Optional(Type.String()), externalUserId: Type.String() })

const Visits = Type.Object({
  lastVisit: Type.Optional(
    Type.Object({
      createdAt: Type.Optional(Type.String({ description: 'ISO 8601' })),
      endedAt: Type.Optional(Type.String()),
      source: Type.Optional(Type.String()),
      duration: Type.Optional(Type.Integer()),
      pages: Type.Optional(
        Type.Array(
          Type.Object({
            dateTime: Type.Optional(Type.String()),
            url: Type.String({ description: 'http or https; others are not shown' }),
            title: Type.Optional(Type.String()),
          }),
        ),
      ),
    }),
  ),
  countVisits: Type.Optional(Type.Integer()),
  device: Type.Optional(
    Type.Object({
      lang: Type.Optional(Type.String()),
      browser: Type.Optional(Type.String()),
      os: Type.Optional(Type.String()),
    }),
  ),
  country: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  utm: Type.Optional(Type.Record(Type.String(), Type.String())),
})

export const visitorOnline = defineCallback({
  id: 'transport.online',
  summary: 'When the visitor was last seen: {"lastOnline": time}',
  method: 'GET',
  where: 'baseUrl + integrations.mgTransport.actions.online',
  parameters,
  answer: Type.Object({ lastOnline: Type.Optional(Type.String({ description: 'ISO 8601' })) }),
})

export const visitorVisits = defineCallback({
  id: 'transport.visits',
  summary: 'The visits of the visitor: lastVisit, countVisits, device, country, city, utm',
  method: 'GET',
  where: 'baseUrl + integrations.mgTransport.actions.visits',
  parameters,
  answer: Visits,
})
