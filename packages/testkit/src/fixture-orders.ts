// Products, customers and half a year of orders of the demo accounts. The random numbers are seeded; only the dates are
// relative to today.

import { DEMO_PEOPLE, FERN, type FixtureAccount, KETTLE } from './fixtures.ts'

export type FixtureProduct = { code: string; name: string; price: string }
export type FixtureCustomer = {
  externalId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  address?: FixtureAddress
}
export type FixtureAddress = { countryIso: string; city: string; index: string; street: string; building: string }
export type FixtureDelivery = { code: string; cost?: string; address?: FixtureAddress }
export type FixturePayment = { type: string; status: string }
export type FixtureOrder = {
  externalId: string
  daysAgo: number
  hour: number
  minute: number
  site: string
  status: string
  customer: string
  manager: string | undefined
  items: { productName: string; initialPrice: string; quantity: number; externalId: string }[]
  discount: string | undefined
  payment: FixturePayment
  customerComment: string | undefined
  delivery: FixtureDelivery | undefined
}

/** What an account sells, to whom, and in which shops. */
export type FixtureTrade = {
  account: FixtureAccount
  products: readonly FixtureProduct[]
  customers: readonly FixtureCustomer[]
  /** Codes of the shop with parcels and of the one with a counter; may be the same. */
  sites: { online: string; counter: string }
  /** Who has the orders. */
  managers: readonly [string, string]
  comments: readonly string[]
  seed: number
}

const product = (code: string, name: string, price: string): FixtureProduct => ({ code, name, price })

const FERN_PRODUCTS: readonly FixtureProduct[] = [
  product('boston-fern', 'Boston fern, 30 cm', '18.90'),
  product('maidenhair', 'Maidenhair fern, 15 cm', '12.50'),
  product('staghorn', 'Staghorn fern on cork', '42.00'),
  product('tree-fern', 'Tree fern, 90 cm', '129.00'),
  product('snake-plant', 'Snake plant, 40 cm', '24.90'),
  product('monstera', 'Monstera deliciosa, 60 cm', '39.90'),
  product('olive', 'Olive tree, 120 cm', '89.00'),
  product('lavender', 'Lavender, set of six', '21.60'),
  product('rosemary', 'Rosemary, pot', '4.95'),
  product('mint', 'Moroccan mint, pot', '3.95'),
  product('hydrangea', 'Hydrangea, blue', '16.50'),
  product('climbing-rose', 'Climbing rose ‘New Dawn’', '27.80'),
  product('box-ball', 'Box ball, 35 cm', '34.50'),
  product('wildflowers', 'Wildflower seeds, 100 g', '8.90'),
  product('bulbs', 'Tulip bulbs, bag of 50', '19.90'),
  product('soil', 'Peat-free soil, 40 l', '11.90'),
  product('bark', 'Pine bark, 60 l', '9.90'),
  product('fertiliser', 'Liquid seaweed, 1 l', '14.20'),
  product('terracotta', 'Terracotta pot, 24 cm', '13.90'),
  product('saucer', 'Saucer, 24 cm', '4.50'),
  product('zinc-tub', 'Zinc tub, 45 cm', '46.00'),
  product('watering-can', 'Watering can, 9 l', '29.00'),
  product('secateurs', 'Bypass secateurs', '38.50'),
  product('gloves', 'Goatskin gloves', '22.00'),
]

const KETTLE_PRODUCTS: readonly FixtureProduct[] = [
  product('house', 'House espresso, 1 kg', '26.00'),
  product('ethiopia', 'Ethiopia Guji, 250 g', '13.50'),
  product('colombia', 'Colombia Huila, 250 g', '12.00'),
  product('kenya', 'Kenya Nyeri, 250 g', '14.80'),
  product('decaf', 'Decaf Sugarcane, 250 g', '12.90'),
  product('filter', 'Filter papers, 100 pieces', '4.50'),
  product('dripper', 'Ceramic dripper', '24.00'),
  product('kettle', 'Gooseneck kettle, copper', '89.00'),
  product('grinder', 'Hand grinder', '119.00'),
  product('scale', 'Brewing scale', '49.00'),
  product('aeropress', 'Travel press', '36.50'),
  product('cups', 'Stoneware cups, set of four', '38.00'),
  product('tamper', 'Tamper, 58 mm', '29.50'),
  product('cleaner', 'Machine cleaner, 500 g', '11.20'),
]

const KETTLE_NAMES = `
  Alma Reyes, Boris Klein, Cleo Ward, Dimitri Angelis, Esther Okafor, Felix Baum, Gina Torres, Henrik Olsen, Isla Reid,
  Javier Soto, Kaia Strand, Leo Fischer, Maya Cohen, Nils Roth, Olga Ivanova, Paul Adeyemi, Quinn Harper, Rita Campos,
  Stefan Novak, Tara Singh, Ugo Bianchi, Vera Lang, Walter Hughes, Xenia Moroz, Yusuf Demir, Zara Klein`

const FERN_NAMES = `
  Greta Holm, Ivo Marek, Salma Idris, Tomás Vega, Lena Brandt, Owen Pryce, Noor Rahman, Elias Lund, Mirela Pop, Jun Arai,
  Agnes Kovac, Dario Fonti, Freya Nilsen, Hugo Marchand, Ines Duarte, Kofi Mensah, Lotte Visser, Mats Berg, Nadia Orlov,
  Pavel Dvorak, Rosa Pinto, Sven Aalto, Tess Quigley, Uma Nair, Viktor Szabo, Wanda Kurz, Yara Haddad, Zeno Ricci,
  Bea Lowell, Cyril Dumont, Dora Simic, Emil Falk, Fiona Carr, Gil Navarro, Hanna Weiss, Iris Molina, Jonas Dahl,
  Kira Popova, Luc Besson-Roy, Mona Stroud`

const STREETS = ['Maple Street', 'Old Mill Road', 'Harbour Lane', 'Station Road', 'Orchard Way']
const TOWNS = [
  { city: 'Springfield', index: '62701' },
  { city: 'Portland', index: '97201' },
  { city: 'Burlington', index: '05401' },
]

/** Every second customer has left an address. */
const addressFor = (place: number): FixtureAddress | undefined => {
  const { city, index } = TOWNS[place % TOWNS.length] ?? { city: '', index: '' }
  const street = STREETS[place % STREETS.length] ?? ''
  return place % 2 === 0 ? { countryIso: 'US', city, index, street, building: String(3 + place) } : undefined
}

/** Parcels go to those who have an address, in fixed places: the random numbers of the orders stay the same. */
const deliveryFor = (
  place: number,
  isOnline: boolean,
  customer: FixtureCustomer | undefined,
): FixtureDelivery | undefined => {
  if (!isOnline) return place % 4 === 0 ? { code: 'self-delivery' } : undefined
  return customer?.address && place % 3 > 0 ? { code: 'courier', cost: '4.90', address: customer.address } : undefined
}

const customersOf = (prefix: string, names: string, firstNumber: number): FixtureCustomer[] =>
  names.split(',').map((name, index) => {
    const [firstName = '', lastName = ''] = name.trim().split(' ')
    const address = addressFor(index)
    const plain = `${firstName}.${lastName}`.normalize('NFD').replace(/[^A-Za-z.-]/g, '')
    return {
      externalId: `${prefix}-customer-${index + 1}`,
      firstName,
      lastName,
      email: `${plain.toLowerCase()}@example.test`,
      // 555-0100 to 555-0199 are reserved for fiction.
      phone: `+1 202 555 ${String(firstNumber + index).padStart(4, '0')}`,
      ...(address && { address }),
    }
  })

const FERN_COMMENTS = [
  'Please leave it with the neighbour, number 12.',
  'The last one arrived a little dry, could you water it before?',
  'It is a gift: no invoice in the parcel, please.',
  'Call before you come, the bell does not work.',
]

export const FERN_TRADE: FixtureTrade = {
  account: { ...FERN, people: DEMO_PEOPLE, shops: [...FERN.shops] },
  products: FERN_PRODUCTS,
  customers: customersOf('fern', FERN_NAMES, 100),
  sites: { online: 'fern-online', counter: 'fern-garden' },
  managers: ['bruno', 'chiara'],
  comments: FERN_COMMENTS,
  seed: 20_261_115,
}

export const KETTLE_TRADE: FixtureTrade = {
  account: { ...KETTLE, shops: [...KETTLE.shops] },
  products: KETTLE_PRODUCTS,
  customers: customersOf('kettle', KETTLE_NAMES, 140),
  sites: { online: 'kettle', counter: 'kettle' },
  managers: ['farid', 'edith'],
  comments: ['Please grind it for filter.', 'Whole beans, as always.', 'A gift: please add a card.'],
  seed: 20_261_116,
}

const DAYS = 183

/** Seeded, so that the demo is the same in every run. */
export const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const statusFor = (daysAgo: number, chance: (below: number) => number): string => {
  const draw = chance(100)
  if (daysAgo === 0) return draw < 80 ? 'new' : 'confirmed'
  if (daysAgo <= 2) return draw < 35 ? 'confirmed' : draw < 75 ? 'assembling' : draw < 95 ? 'delivering' : 'canceled'
  if (daysAgo <= 6) return draw < 55 ? 'delivering' : draw < 90 ? 'complete' : 'canceled'
  return draw < 86 ? 'complete' : draw < 95 ? 'canceled' : 'returned'
}

const paymentFor = (status: string, isOnline: boolean, chance: (below: number) => number): FixturePayment => {
  const type = isOnline ? (chance(5) === 0 ? 'bank-transfer' : 'bank-card') : chance(3) === 0 ? 'bank-card' : 'cash'
  if (status === 'complete') return { type, status: 'paid' }
  if (status === 'returned') return { type, status: 'returned' }
  if (status === 'canceled') return { type, status: 'canceled' }
  return { type, status: isOnline && chance(2) === 0 ? 'paid' : 'not-paid' }
}

const itemsFor = (products: readonly FixtureProduct[], chance: (below: number) => number): FixtureOrder['items'] => {
  const chosen = new Map<string, FixtureOrder['items'][number]>()
  for (let place = 0; place <= chance(4); place++) {
    const { code, name, price } = products[chance(products.length)] ?? product('', '', '0')
    const quantity = price.length < 5 ? 1 + chance(4) : 1 + Math.floor(chance(5) / 4)
    chosen.set(code, { productName: name, initialPrice: price, quantity, externalId: code })
  }
  return [...chosen.values()]
}

/** Oldest first; more recent days have more orders. */
export const fixtureOrders = (trade: FixtureTrade, count = 200): FixtureOrder[] => {
  const { customers, sites, managers, comments } = trade
  const prefix = trade.account.host.replace(/\..*/, '')
  const chance = createRandom(trade.seed)
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = Math.floor(DAYS * (1 - Math.sqrt((index + 1) / count)))
    const isOnline = chance(10) < 6
    const status = statusFor(daysAgo, chance)
    // A few customers order often.
    const customer = customers[chance(3) === 0 ? chance(6) : chance(customers.length)]
    return {
      externalId: `${prefix}-order-${index + 1}`,
      daysAgo,
      hour: 8 + chance(12),
      minute: chance(60),
      site: isOnline ? sites.online : sites.counter,
      status,
      customer: customer?.externalId ?? '',
      manager: status === 'new' && chance(3) > 0 ? undefined : managers[chance(2) === 0 ? 0 : 1],
      items: itemsFor(trade.products, chance),
      discount: chance(8) === 0 ? '2.00' : undefined,
      payment: paymentFor(status, isOnline, chance),
      customerComment: chance(9) === 0 ? comments[chance(comments.length)] : undefined,
      delivery: deliveryFor(index, isOnline, customer),
    }
  })
}
