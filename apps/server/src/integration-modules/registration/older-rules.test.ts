import { expect, it } from 'vitest'
import { configurationOf, editFor } from './older-rules.ts'

const telephony = {
  makeCallUrl: 'https://pbx.test/call',
  allowEdit: true,
  inputEventSupported: true,
  outputEventSupported: false,
  hangupEventSupported: false,
  additionalCodes: [{ userId: '1', code: '100' }],
  externalPhones: [],
}

it('leaves what a configuration does not mention, and takes the code of the path', () => {
  expect(editFor({ integrations: { telephony } }, 'pbx', { image: 'https://pbx.test/i.svg', clientId: 'c' })).toEqual({
    code: 'pbx',
    clientId: 'c',
    logo: 'https://pbx.test/i.svg',
    integrations: { telephony },
  })
  expect(editFor(undefined, 'pbx', { name: 'Exchange', active: false, allowEdit: true })).toEqual({
    code: 'pbx',
    name: 'Exchange',
    active: false,
    integrations: {
      telephony: {
        allowEdit: true,
        inputEventSupported: false,
        outputEventSupported: false,
        hangupEventSupported: false,
      },
    },
  })
})

it('shows the module and its telephony in one object, and nothing of a module that is no exchange', () => {
  const module = { code: 'pbx', active: true, name: 'Exchange', logo: null }
  expect(configurationOf({ ...module, integrations: { telephony } })).toEqual({
    code: 'pbx',
    active: true,
    name: 'Exchange',
    ...telephony,
  })
  expect(configurationOf({ ...module, integrations: {} })).toBeUndefined()
})
