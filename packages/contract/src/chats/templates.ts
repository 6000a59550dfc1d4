import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Id, Line, Text } from '../base/types.ts'

// Message templates of transports (D-61); users send them (D-117).

const Button = Type.Object({
  label: Type.String(),
  type: Type.Enum(['plain', 'phone', 'url']),
  phone: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})

/** D-95: as the OpenAPI document has it, by numbers. */
const NumberedPart = Type.Object({
  type: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
  text: Type.Optional(Type.String()),
  var: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
})
/** D-95: as the vendor's Go client has it: a text is a string, a variable has a name, and a custom one is {}. */
const NamedVariable = Type.Object({ var: Type.Enum(['custom', 'name', 'first_name', 'last_name']) })

const Example = Type.Object({
  body: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  header: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  buttons: Type.Optional(Type.Array(Type.Array(Type.String(), { maxItems: 1000 }), { maxItems: 1000 })),
  attachments: Type.Optional(
    Type.Array(Type.Object({ id: Line(), caption: Type.Optional(Line(1024)) }), { maxItems: 100 }),
  ),
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
  template: Type.Optional(Type.Array(Type.Union([Type.String(), NumberedPart, NamedVariable]), { maxItems: 1000 })),
  example: Type.Optional(Example),
  quality: Type.Optional(Type.Enum(['pending', 'high', 'medium', 'low'])),
}
const STATUSES = ['new', 'approved', 'pending', 'rejected', 'paused', 'disabled'] as const
const VerificationStatus = Type.Enum(STATUSES)

/** A template without its code. */
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
  summary: 'List the templates of this transport',
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
    verification_status: Type.Enum(STATUSES, { default: 'approved' }),
  }),
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'template_taken'],
})

const byCode = { params: Type.Object({ channel_id: Id, code: Text(512) }) }

export const updateTemplate = defineEndpoint({
  id: 'templates.update',
  summary: 'Update a template; absent members stay unchanged',
  method: 'PUT',
  path: '/api/transport/v1/channels/{channel_id}/templates/{code}',
  auth,
  ...byCode,
  body: Type.Object({ name: Text(512), verification_status: Type.Optional(VerificationStatus), ...shared }),
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'template_unknown'],
})

export const deactivateTemplate = defineEndpoint({
  id: 'templates.deactivate',
  summary: 'Delete a template',
  method: 'DELETE',
  path: '/api/transport/v1/channels/{channel_id}/templates/{code}',
  auth,
  ...byCode,
  status: 200,
  reply: Done,
  errors: ['channel_unknown', 'template_unknown'],
})
