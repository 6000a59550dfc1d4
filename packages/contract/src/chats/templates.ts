import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, Text } from '../base/types.ts'

// Message templates of transports: kept and given back, not used (D-61).

const Button = Type.Object({
  label: Type.String(),
  type: Type.Enum(['plain', 'phone', 'url']),
  phone: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})

const shared = {
  body: Type.Optional(Line(10_000)),
  buttons: Type.Optional(Type.Object({ items: Type.Optional(Type.Array(Button, { maxItems: 20 })) })),
  category: Type.Optional(Line(255)),
  footer: Type.Optional(Line(1_000)),
  header: Type.Optional(
    Type.Object({
      content: Type.Optional(
        Type.Object({ type: Type.Enum(['text', 'document', 'image', 'video']), body: Type.Optional(Line(10_000)) }),
      ),
    }),
  ),
  lang: Type.Optional(Line(20)),
  rejection_reason: Type.Optional(Type.Enum(['abusive_content', 'incorrect_category', 'invalid_format', 'scam'])),
  template: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
        text: Type.Optional(Type.String()),
        var: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
      }),
      { maxItems: 1000 },
    ),
  ),
  quality: Type.Optional(Type.Enum(['pending', 'high', 'medium', 'low'])),
}
const VerificationStatus = Type.Enum(['approved', 'pending', 'rejected', 'paused', 'disabled'])

/** What is kept of a template; its code stands beside it. */
export const TemplateContent = Type.Object({
  name: Text(512),
  type: Type.Enum(['text', 'media']),
  verification_status: VerificationStatus,
  ...shared,
})
export type TemplateContent = Static<typeof TemplateContent>

export const Template = Type.Object(
  {
    id: Id,
    channel_id: Id,
    code: Text(512),
    enabled: Type.Boolean(),
    ...TemplateContent.properties,
    body: Type.String(),
  },
  { title: 'Template' },
)
export type Template = Static<typeof Template>

const auth = { by: 'transport-token' } as const
const Done = Type.Object({})

export const listTemplates = defineEndpoint({
  id: 'templates.list',
  summary: 'The templates of this transport',
  method: 'GET',
  path: '/api/transport/v1/templates',
  auth,
  status: 200,
  reply: Type.Array(Template),
})

export const activateTemplate = defineEndpoint({
  id: 'templates.activate',
  summary: 'Add a template to a channel',
  method: 'POST',
  path: '/api/transport/v1/channels/{channel_id}/templates',
  auth,
  params: Type.Object({ channel_id: Id }),
  body: Type.Object({
    code: Text(512),
    ...TemplateContent.properties,
    verification_status: Type.Enum(['approved', 'pending', 'rejected', 'paused', 'disabled'], { default: 'approved' }),
  }),
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'template_taken'],
})

const byCode = { params: Type.Object({ channel_id: Id, code: Text(512) }) }

export const updateTemplate = defineEndpoint({
  id: 'templates.update',
  summary: 'Change a template; what is not given stays',
  method: 'PUT',
  path: '/api/transport/v1/channels/{channel_id}/templates/{code}',
  auth,
  ...byCode,
  body: Type.Object({ name: Text(512), verification_status: VerificationStatus, ...shared }),
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'template_unknown'],
})

export const deactivateTemplate = defineEndpoint({
  id: 'templates.deactivate',
  summary: 'Remove a template',
  method: 'DELETE',
  path: '/api/transport/v1/channels/{channel_id}/templates/{code}',
  auth,
  ...byCode,
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'template_unknown'],
})
