import { describe, expect, it } from 'vitest'
import { parsePhone } from '../../lib/text/phone.ts'
import { customerTokens, matchOf, orderTokens, readSearch } from './rules.ts'

const maria = customerTokens({
  firstName: 'María José',
  lastName: 'García',
  patronymic: '',
  phones: [parsePhone('030 90 18 20', 'DE'), parsePhone('+34 600 123 456', 'DE')],
  emails: ['Maria.Garcia@Example.test'],
})
const sergey = customerTokens({
  firstName: 'Сергей',
  lastName: 'Щукин',
  patronymic: 'Петрович',
  phones: [],
  emails: [],
})
const order = orderTokens({
  number: '1024A',
  externalId: 'shop-7',
  firstName: 'Nora',
  lastName: 'Berg',
  patronymic: '',
  items: [{ name: 'Olive tree, 120 cm' }, { name: 'Olive oil' }],
})

const asked = (text: string) => readSearch(text, 'DE') ?? { words: [], others: [] }

describe('customers', () => {
  it.for([
    ['garc', 1],
    ['GARCÍA', 2],
    ['jose', 2],
    ['gar mar', 1],
    ['garcia maria', 2],
    ['garcia berta', 0],
    ['arcia', 0],
    ['maria.garcia@', 1],
    ['maria.garcia@example.test', 2],
    ['901820', 1],
    ['1820', 1],
    ['(030) 901-820', 2],
    ['+49 30 901820', 2],
    ['0049 30 90 18 20', 2],
    ['9018', 0],
  ] as const)('[D-29] %s', ([text, how]) => {
    expect(matchOf(asked(text), maria)).toBe(how)
  })

  it.for(['Щук', 'sergey', 'Sergei', 'shchukin', 'Schukin', 'сергеи щукин', 'petrov'])(
    'in either script: %s',
    (text) => {
      expect(matchOf(asked(text), sergey)).toBeGreaterThan(0)
    },
  )
})

describe('orders', () => {
  it.for([
    ['1024a', 2],
    ['#1024', 1],
    ['№1024A', 2],
    ['shop-7', 2],
    ['olive', 2],
    ['nora oliv', 1],
    ['1025', 0],
  ] as const)('%s', ([text, how]) => {
    expect(matchOf(asked(text), order)).toBe(how)
  })
})

it('a text without two letters or digits together asks for nothing', () => {
  expect(['', ' ', 'm', '+', '- -'].map((text) => readSearch(text, 'DE'))).toEqual(Array(5).fill(undefined))
})

it('has each token once, in a fixed order, and not too many', () => {
  expect(order.map(({ kind, token }) => `${kind} ${token}`)).toEqual([
    'n 1024a',
    'n shop-7',
    'w 120',
    'w berg',
    'w cm',
    'w nora',
    'w oil',
    'w olive',
    'w tre',
    'w tree',
  ])
  const items = Array.from({ length: 999 }, (_, index) => ({ name: `thing${index}` }))
  const names = { firstName: '', lastName: '', patronymic: '' }
  expect(orderTokens({ number: '1', externalId: null, items, ...names })).toHaveLength(200)
})
