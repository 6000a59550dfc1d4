import Type from 'typebox'
import { defineCallback } from '../base/callback.ts'

// What a transport knows about the visitor behind a conversation (wire habits 5.5).

const parameters = Type.Object({ clientId: Type.Optional(Type.String()), externalUserId: Type.String() })

export const visitorOnline = defineCallback({
  id: 'transport.online',
  summary: 'When the visitor was last seen: {"lastOnline": time}',
  method: 'GET',
  where: 'baseUrl + integrations.mgTransport.actions.online',
  parameters,
})

export const visitorVisits = defineCallback({
  id: 'transport.visits',
  summary: 'The visits of the visitor: lastVisit, countVisits, device, country, city, utm',
  method: 'GET',
  where: 'baseUrl + integrations.mgTransport.actions.visits',
  parameters,
})
