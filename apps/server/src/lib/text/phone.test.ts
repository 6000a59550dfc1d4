import { expect, it } from 'vitest'
import { parsePhone } from './phone.ts'

const e164 = (given: string, country = 'US') => parsePhone(given, country).e164

it('[D-29] keeps a phone as given and parses every written form as one E.164 number', () => {
  for (const given of [
    '+1 415 555 0100',
    '+14155550100',
    ' 14155550100',
    '(415) 555-0100',
    '415.555.0100',
    '1-415-555-0100',
    '14155550100',
    '0014155550100',
    '011 1 415 555 0100',
    'tel:+1-415-555-0100',
    'sip:+14155550100@pbx.test',
    '+1 415 555 0100 ext. 12',
    '+1 (415) 555-0100;ext=12',
    '415 555 0100 x 7, ask for Ann',
    '＋１ ４１５ ５５５ ０１００',
  ])
    expect(parsePhone(given, 'US'), given).toEqual({ given, e164: '+14155550100', tail: '4155550100' })
})

it('[D-29] reads national forms by the account’s country', () => {
  expect(e164('8 (495) 123-45-67', 'RU')).toBe('+74951234567')
  expect(e164('74951234567', 'RU')).toBe('+74951234567')
  expect(e164('030 1234567', 'DE')).toBe('+49301234567')
  expect(e164('0044 20 7946 0958', 'DE')).toBe('+442079460958')
  expect(e164('020 7946 0958', 'GB')).toBe('+442079460958')
  expect(e164(' 020 7946 0958', 'GB')).toBe('+442079460958')
  expect(e164('+44 (0)20 7946 0958', 'US')).toBe('+442079460958')
  expect(e164('442079460958', 'US')).toBe('+442079460958')
})

it('[D-29] a number that cannot be parsed as E.164 has the same tail as the number written in full', () => {
  const unreadable = parsePhone('84951234567', 'US')
  expect(unreadable.tail).toBe(parsePhone('+7 495 123-45-67', 'US').tail)
  expect(parsePhone('91 23 45 67', 'US')).toEqual({ given: '91 23 45 67', tail: '91234567' })
  expect(parsePhone('+47 91 23 45 67', 'US').tail).toBe('91234567')
  expect(parsePhone('101', 'US')).toEqual({ given: '101', tail: '101' })
})

it('accepts any text; one without digits has no tail', () => {
  for (const given of ['', 'unknown', 'anonymous@pbx.test', '+', '  ', '☎'])
    expect(parsePhone(given, 'US')).toEqual({ given, tail: '' })
  expect(parsePhone('12345678901234567890123456789', 'US')).not.toHaveProperty('e164')
  expect(parsePhone('+81 0044143698581938', 'US')).not.toHaveProperty('e164')
  expect(parsePhone('4155550100', 'ZZ')).toMatchObject({ tail: '4155550100' })
})
