// The named cast: two accounts, the people who work in them, and their shops. Tests, demo data and documents speak of
// these and of nobody else, so that a sentence in one can be found in the others.

export type CastPerson = { email: string; firstName: string; lastName: string; role: 'admin' | 'manager' }
export type CastShop = { code: string; name: string; url: string }
export type CastAccount = { name: string; host: string; people: Record<string, CastPerson>; shops: CastShop[] }

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
} as const satisfies CastAccount

/** Copper Kettle sells coffee. Whatever is Fern's must never be seen here. */
export const KETTLE = {
  name: 'Copper Kettle',
  host: 'kettle.test',
  people: {
    edith: { email: 'edith@kettle.test', firstName: 'Edith', lastName: 'Moreau', role: 'admin' },
    farid: { email: 'farid@kettle.test', firstName: 'Farid', lastName: 'Haddad', role: 'manager' },
  },
  shops: [{ code: 'kettle', name: 'Copper Kettle', url: 'https://kettle.test' }],
} as const satisfies CastAccount
