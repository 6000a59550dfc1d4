// Two accounts with their users and shops. Tests, demo data and documents all use these names.

import type { Role } from '@patchbay/contract/base/roles'

export type FixturePerson = { email: string; firstName: string; lastName: string; role: Role }
export type FixtureShop = { code: string; name: string; url: string }
export type FixtureAccount = { name: string; host: string; people: Record<string, FixturePerson>; shops: FixtureShop[] }

export const PASSWORD = 'a patch of quiet ground'

/** Fern & Field sells plants, from a garden centre and online. */
export const FERN = {
  name: 'Fern & Field',
  host: 'fern.test',
  people: {
    ada: { email: 'ada@fern.test', firstName: 'Ada', lastName: 'Lindqvist', role: 'admin' },
    bruno: { email: 'bruno@fern.test', firstName: 'Bruno', lastName: 'Costa', role: 'manager' },
    chiara: { email: 'chiara@fern.test', firstName: 'Chiara', lastName: 'Neri', role: 'manager' },
  },
  shops: [
    { code: 'fern-online', name: 'Fern & Field Online', url: 'https://shop.fern.test' },
    { code: 'fern-garden', name: 'Garden Centre', url: 'https://garden.fern.test' },
  ],
} as const satisfies FixtureAccount

/** The people of the demo account: somebody of every role. */
export const DEMO_PEOPLE = {
  ...FERN.people,
  tove: { email: 'tove@fern.test', firstName: 'Tove', lastName: 'Berg', role: 'team-lead' },
  rosa: { email: 'rosa@fern.test', firstName: 'Rosa', lastName: 'Adler', role: 'read-only' },
} as const satisfies Record<string, FixturePerson>

/** Copper Kettle sells coffee. Nothing of Fern & Field may ever be visible here. */
export const KETTLE = {
  name: 'Copper Kettle',
  host: 'kettle.test',
  people: {
    edith: { email: 'edith@kettle.test', firstName: 'Edith', lastName: 'Moreau', role: 'admin' },
    farid: { email: 'farid@kettle.test', firstName: 'Farid', lastName: 'Haddad', role: 'manager' },
  },
  shops: [{ code: 'kettle', name: 'Copper Kettle', url: 'https://kettle.test' }],
} as const satisfies FixtureAccount
