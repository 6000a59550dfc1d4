import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import { describe, expect, it } from 'vitest'
import type { ModuleSettings } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import { addressesOf, canReceiveAgain, decideEdit } from './rules.ts'

describe('decideEdit: new and known modules', () => {
  const registered = {
    code: 'pbx-1',
    integrationCode: 'pbx',
    active: false,
    name: 'Office PBX',
    logo: 'https://pbx.test/logo.svg',
    clientId: 'client-1',
    baseUrl: 'https://pbx.test',
    accountUrl: 'https://pbx.test/account',
    actions: { activity: 'activity' },
    availableCountries: ['DE'],
    integrations: { mgBot: { kept: true } },
  } satisfies ModuleSettings
  const settingsAfter = (before: ModuleSettings | undefined, edit: Partial<IntegrationModuleEdit>) => {
    const decision = decideEdit(before, 'pbx-1', { code: 'pbx-1', ...edit })
    return decision.ok ? decision.settings : expect.fail(JSON.stringify(decision.fields))
  }

  it('[M-01][D-11] a registration with a code alone gets defaults: active, named by its code, without addresses', () => {
    expect(settingsAfter(undefined, {})).toEqual({
      code: 'pbx-1',
      integrationCode: 'pbx-1',
      active: true,
      name: 'pbx-1',
      logo: null,
      clientId: null,
      baseUrl: null,
      accountUrl: null,
      actions: {},
      availableCountries: [],
      integrations: {},
    })
  })

  it('[M-02] an edit that names nothing leaves every setting of a known module as it was', () => {
    expect(settingsAfter(registered, {})).toEqual(registered)
  })

  it.for<Partial<IntegrationModuleEdit>>([
    { integrationCode: 'pbx-' },
    { active: true },
    { name: 'Exchange' },
    { logo: 'https://pbx.test/new.svg' },
    { clientId: 'client-2' },
    { baseUrl: 'https://new.test' },
    { accountUrl: 'https://new.test/account' },
    { actions: { activity: 'state' } },
    { actions: {} },
    { availableCountries: ['FR', 'ES'] },
    { availableCountries: [] },
  ])('[M-02][M-06] a member that is given replaces the old value and no other: %j', (edit) => {
    expect(settingsAfter(registered, edit)).toEqual({ ...registered, ...edit })
  })

  it('[M-06] a new module keeps everything that it says of itself', () => {
    const { code, ...edit } = registered
    expect(settingsAfter(undefined, edit)).toEqual(registered)
  })

  it('[D-09] rotateSecret is a request and never becomes a setting', () => {
    expect(settingsAfter(registered, { rotateSecret: true })).toEqual(registered)
  })
})

describe('decideEdit: kinds of integration', () => {
  const telephony: TelephonySettings = {
    makeCallUrl: 'https://pbx.test/call',
    allowEdit: true,
    inputEventSupported: true,
    outputEventSupported: false,
    hangupEventSupported: false,
    additionalCodes: [{ userId: '1', code: '101' }],
    externalPhones: [],
  }
  const before: ModuleSettings = {
    code: 'pbx-1',
    integrationCode: 'pbx-1',
    active: true,
    name: 'pbx-1',
    logo: null,
    clientId: null,
    baseUrl: 'https://pbx.test',
    accountUrl: null,
    actions: {},
    availableCountries: [],
    integrations: { telephony, mgTransport: { webhookUrl: 'https://pbx.test/hook', actions: { online: 'online' } } },
  }
  const integrationsAfter = (integrations: IntegrationModuleEdit['integrations']) => {
    const decision = decideEdit(before, 'pbx-1', { code: 'pbx-1', ...(integrations && { integrations }) })
    return decision.ok ? decision.settings.integrations : expect.fail(JSON.stringify(decision.fields))
  }

  it('[M-02][M-07] an absent kind of integration stays, and a new kind is added beside it', () => {
    expect(integrationsAfter(undefined)).toEqual(before.integrations)
    expect(integrationsAfter({})).toEqual(before.integrations)
    expect(integrationsAfter({ embedJs: { url: 'x' } })).toEqual({ ...before.integrations, embedJs: { url: 'x' } })
  })

  it('[M-02][T-01] a kind of integration that is given replaces the whole of that kind', () => {
    const { makeCallUrl, ...other } = telephony
    expect(integrationsAfter({ telephony: other })).toEqual({ ...before.integrations, telephony: other })
    const mgTransport = { webhookUrl: 'https://pbx.test/new-hook' }
    expect(integrationsAfter({ mgTransport })).toEqual({ telephony, mgTransport })
  })

  it('[D-60] refreshToken is a request and never becomes a setting', () => {
    const mgTransport = { webhookUrl: 'https://pbx.test/hook', refreshToken: true }
    expect(integrationsAfter({ mgTransport })).toStrictEqual({
      telephony,
      mgTransport: { webhookUrl: 'https://pbx.test/hook' },
    })
  })

  it('[M-07] a registration without a chat transport gets no empty one', () => {
    const decision = decideEdit(undefined, 'pbx-1', { code: 'pbx-1', integrations: { telephony } })
    expect(decision).toMatchObject({ ok: true })
    expect(decision.ok && decision.settings.integrations).toStrictEqual({ telephony })
  })
})

describe('decideEdit: codes', () => {
  const fieldsOf = (path: string, edit: IntegrationModuleEdit) => {
    const decision = decideEdit(undefined, path, edit)
    return decision.ok ? {} : decision.fields
  }

  it('[M-05] refuses a code that differs from the one in the path', () => {
    expect(fieldsOf('pbx-2', { code: 'pbx-1' })).toEqual({ code: 'must equal the code in the address (pbx-2)' })
    expect(fieldsOf('pbx-1', { code: 'pbx-1' })).toEqual({})
  })

  it('[D-11] refuses a code that does not start with integrationCode, in the words that public clients know', () => {
    expect(fieldsOf('pbx-1', { code: 'pbx-1', integrationCode: 'sip' })).toEqual({
      code: 'Code prefix must match integrationCode',
    })
    // Not its end, and not its middle.
    expect(fieldsOf('pbx-1', { code: 'pbx-1', integrationCode: '1' })).toMatchObject({ code: expect.any(String) })
    expect(fieldsOf('pbx-1', { code: 'pbx-1', integrationCode: 'pbx' })).toEqual({})
    expect(fieldsOf('pbx-1', { code: 'pbx-1', integrationCode: 'pbx-1' })).toEqual({})
  })

  it('[M-05][D-11] a wrong path is reported before a wrong prefix', () => {
    expect(fieldsOf('pbx-2', { code: 'pbx-1', integrationCode: 'sip' })).toEqual({
      code: 'must equal the code in the address (pbx-2)',
    })
  })

  it('[D-11] the integrationCode of an earlier registration still binds the code', () => {
    const first = decideEdit(undefined, 'pbx-1', { code: 'pbx-1', integrationCode: 'pbx' })
    const before = first.ok ? first.settings : expect.fail('the first registration was refused')
    expect(decideEdit({ ...before, integrationCode: 'sip' }, 'pbx-1', { code: 'pbx-1' })).toEqual({
      ok: false,
      fields: { code: 'Code prefix must match integrationCode' },
    })
  })
})

describe('decideEdit: baseUrl', () => {
  const payment: PaymentSettings = {
    actions: { create: 'create' },
    currencies: [],
    invoiceTypes: ['link'],
    shops: [],
    idempotent: false,
  }
  const fieldsOf = (edit: Partial<IntegrationModuleEdit>, before?: ModuleSettings) => {
    const decision = decideEdit(before, 'bank', { code: 'bank', ...edit })
    return decision.ok ? {} : decision.fields
  }
  const needed = { baseUrl: 'is needed, since there are actions with relative paths' }

  it.for<Partial<IntegrationModuleEdit>>([
    { actions: { activity: 'activity' } },
    { integrations: { payment } },
    { integrations: { mgTransport: { actions: { visits: 'visits' } } } },
  ])('[P-01][D-13] actions with relative paths need a baseUrl: %j', (edit) => {
    expect(fieldsOf(edit)).toEqual(needed)
    expect(fieldsOf({ ...edit, baseUrl: 'https://bank.test' })).toEqual({})
  })

  it.for<Partial<IntegrationModuleEdit>>([
    { actions: {} },
    { integrations: {} },
    { integrations: { mgTransport: { webhookUrl: 'https://bank.test/hook' } } },
    { integrations: { mgTransport: { actions: {} } } },
  ])('[M-01] a module without actions needs no baseUrl: %j', (edit) => {
    expect(fieldsOf(edit)).toEqual({})
  })

  it('[M-02] the baseUrl of an earlier registration serves new actions', () => {
    const first = decideEdit(undefined, 'bank', { code: 'bank', baseUrl: 'https://bank.test' })
    const before = first.ok ? first.settings : expect.fail('the first registration was refused')
    expect(fieldsOf({ integrations: { payment } }, before)).toEqual({})
  })
})

describe('decideEdit: payment settings', () => {
  const fieldsOf = (payment: Partial<PaymentSettings>) => {
    const settings: PaymentSettings = {
      actions: { create: 'create' },
      currencies: [],
      invoiceTypes: ['link'],
      shops: [],
      idempotent: false,
      ...payment,
    }
    const edit = { code: 'bank', baseUrl: 'https://bank.test', integrations: { payment: settings } }
    const decision = decideEdit(undefined, 'bank', edit)
    return decision.ok ? {} : decision.fields
  }
  const shop = (code: string) => ({ code, name: code, active: true })

  it('[P-02] takes currencies of ISO 4217 and names all that are not', () => {
    expect(fieldsOf({ currencies: ['EUR', 'USD'] })).toEqual({})
    expect(fieldsOf({ currencies: ['EUR', 'XXQ', 'ABC'] })).toEqual({
      'integrations.payment.currencies': 'not in ISO 4217: XXQ, ABC',
    })
  })

  it('[P-04] refuses a list of shops with the same code twice', () => {
    expect(fieldsOf({ shops: [shop('north'), shop('south')] })).toEqual({})
    expect(fieldsOf({ shops: [shop('north'), shop('south'), shop('south')] })).toEqual({
      'integrations.payment.shops': 'south stands there twice',
    })
  })

  it('[P-02][P-04] reports every mistake of a registration at once', () => {
    expect(Object.keys(fieldsOf({ currencies: ['XXQ'], shops: [shop('north'), shop('north')] }))).toEqual([
      'integrations.payment.currencies',
      'integrations.payment.shops',
    ])
  })
})

describe('decideEdit: additional codes', () => {
  const fieldsOf = (additionalCodes: TelephonySettings['additionalCodes']) => {
    const telephony: TelephonySettings = {
      allowEdit: false,
      inputEventSupported: false,
      outputEventSupported: false,
      hangupEventSupported: false,
      additionalCodes,
      externalPhones: [],
    }
    const decision = decideEdit(undefined, 'pbx', { code: 'pbx', integrations: { telephony } })
    return decision.ok ? {} : decision.fields
  }

  it('[D-35] refuses an extension that two users share, and a user with two extensions', () => {
    const reason = 'stands there twice: each user has one extension, each extension one user'
    const first = { userId: '1', code: '101' }
    expect(fieldsOf([first, { userId: '2', code: '101' }])).toEqual({
      'integrations.telephony.additionalCodes': `101 ${reason}`,
    })
    expect(fieldsOf([first, { userId: '1', code: '102' }])).toEqual({
      'integrations.telephony.additionalCodes': `1 ${reason}`,
    })
  })

  it('[D-35] takes one extension per user, also when an extension looks like the id of another user', () => {
    expect(fieldsOf([])).toEqual({})
    expect(
      fieldsOf([
        { userId: '1', code: '2' },
        { userId: '2', code: '1' },
      ]),
    ).toEqual({})
  })
})

describe('canReceiveAgain', () => {
  const module = { active: true, integrations: { mgTransport: { webhookUrl: 'https://chat.test/hook' } } } as Module
  const moved = { mgTransport: { webhookUrl: 'https://chat.test/new' } }

  it('[D-69] pending webhooks are sent when a transport is switched on or has another address', () => {
    expect(canReceiveAgain(module, { ...module, name: 'Renamed' })).toBe(false)
    expect(canReceiveAgain({ ...module, active: false }, module)).toBe(true)
    expect(canReceiveAgain(module, { ...module, integrations: moved })).toBe(true)
  })
})

describe('addressesOf', () => {
  it('[D-10] names every address that a registration can change, for the action log', () => {
    const telephony = { makeCallUrl: 'https://pbx.test/call', changeUserStatusUrl: 'https://pbx.test/status' }
    const integrations = { telephony, mgTransport: { webhookUrl: 'https://pbx.test/hook' } }
    expect(addressesOf({ baseUrl: 'https://pbx.test', integrations } as ModuleSettings)).toEqual({
      baseUrl: 'https://pbx.test',
      makeCallUrl: 'https://pbx.test/call',
      changeUserStatusUrl: 'https://pbx.test/status',
      webhookUrl: 'https://pbx.test/hook',
    })
    expect(Object.values(addressesOf(undefined))).toEqual([undefined, undefined, undefined, undefined])
  })
})
