import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, Id, Line, Success, SuccessWith, Text, WebAddress } from '../base/types.ts'

// Shops; the API calls them sites.

const Country = Type.String({ pattern: '^[A-Z]{2}$' })
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

export const Site = Type.Object(
  {
    id: Id,
    code: Code,
    name: Line(),
    url: Line(2048),
    description: Line(2000),
    active: Type.Boolean(),
    defaultForCrm: Type.Boolean({ description: 'The default shop: the first one' }),
    countryIso: Country,
    currency: Currency,
    ordering: Type.Integer(),
    loadFromYml: Type.Boolean(),
    isCatalogMainSite: Type.Boolean(),
    isDemo: Type.Boolean(),
  },
  { title: 'Site' },
)
export type Site = Static<typeof Site>

export const listSites = defineEndpoint({
  id: 'shops.list',
  summary: 'The shops that the key has access to, by code',
  method: 'GET',
  path: '/api/v5/reference/sites',
  auth: { by: 'api-key', scope: 'reference_read' },
  status: 200,
  reply: SuccessWith({ sites: Type.Record(Type.String(), Site) }),
})

export const SiteEdit = Type.Object(
  {
    code: Type.Optional(Code),
    name: Type.Optional(Text()),
    url: Type.Optional(WebAddress),
    description: Type.Optional(Line(2000)),
    active: Type.Optional(Type.Boolean()),
    countryIso: Type.Optional(Country),
    currency: Type.Optional(Currency),
    ordering: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  { title: 'SiteEdit' },
)
export type SiteEdit = Static<typeof SiteEdit>

export const editSite = defineEndpoint({
  id: 'shops.edit',
  summary: 'Create or update a shop; absent members stay unchanged',
  method: 'POST',
  path: '/api/v5/reference/sites/{code}/edit',
  auth: { by: 'api-key', scope: 'reference_write' },
  params: Type.Object({ code: Code }),
  body: Type.Object({ site: SiteEdit }),
  status: 200,
  reply: Success,
})
