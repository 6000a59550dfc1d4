import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import type { ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'
import { decideEdit } from '@patchbay/contract/integration-modules/registration-rules'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import { describe, expect, it } from 'vitest'
import type { Module } from '../../platform/modules/store.ts'
import { addressesOf, canReceiveAgain, decideKey, makesSecrets, namedAddresses, readsSecrets } from './rules.ts'

it('[D-82] only a key of the module reads its secrets', () => {
  const read = (...modules: string[]) => readsSecrets({ modules, replaced: false }, 'pbx')
  expect([read('pbx'), read('bank', 'pbx'), read('bank'), read()]).toEqual([true, true, false, false])
})

it('[D-162] a key that was replaced reads no secrets', () => {
  expect(readsSecrets({ modules: ['pbx'], replaced: true }, 'pbx')).toBe(false)
})

it('[D-162] a registration makes secrets when its signing secret is new or it asks for a token', () => {
  const asks = (refreshToken: boolean) => ({ integrations: { mgTransport: { refreshToken } } })
  expect([makesSecrets({}, true), makesSecrets(asks(true), false)]).toEqual([true, true])
  expect([makesSecrets({}, false), makesSecrets(asks(false), false)]).toEqual([false, false])
})

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

  it('[M-01][D-11] a registration with only a code gets defaults: active, named by its code, without addresses', () => {
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

  it('[M-02] an empty edit leaves every setting of a known module unchanged', () => {
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

  it('[M-06] stores everything that a new module registers', () => {
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

  it('[M-02][T-01] a kind of integration in the edit replaces the whole of that kind', () => {
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

  it('[M-05] rejects a code that differs from the one in the path', () => {
    expect(fieldsOf('pbx-2', { code: 'pbx-1' })).toEqual({ code: 'must equal the code in the address (pbx-2)' })
    expect(fieldsOf('pbx-1', { code: 'pbx-1' })).toEqual({})
  })

  it('[D-11] rejects a code that does not start with integrationCode, with the text that public clients know', () => {
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

  it('[D-11] the integrationCode of an earlier registration still applies', () => {
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

  it('[M-02] the baseUrl of an earlier registration applies to new actions', () => {
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

  it('[P-02] accepts currencies of ISO 4217 and lists all others', () => {
    expect(fieldsOf({ currencies: ['EUR', 'USD'] })).toEqual({})
    expect(fieldsOf({ currencies: ['EUR', 'XXQ', 'ABC'] })).toEqual({
      'integrations.payment.currencies': 'must be currencies of ISO 4217; these are not: XXQ, ABC',
    })
  })

  it('[P-04] rejects a list of shops with a duplicate code', () => {
    expect(fieldsOf({ shops: [shop('north'), shop('south')] })).toEqual({})
    expect(fieldsOf({ shops: [shop('north'), shop('south'), shop('south')] })).toEqual({
      'integrations.payment.shops': 'has the code south twice: a shop has a code of its own',
    })
  })

  it('[P-02][P-04] reports all errors of a registration at once', () => {
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

  it('[D-35] rejects an extension that two users share, and a user with two extensions', () => {
    const first = { userId: '1', code: '101' }
    expect(fieldsOf([first, { userId: '2', code: '101' }])).toEqual({
      'integrations.telephony.additionalCodes': 'has the extension 101 twice: an extension belongs to one user',
    })
    expect(fieldsOf([first, { userId: '1', code: '102' }])).toEqual({
      'integrations.telephony.additionalCodes': 'has the user 1 twice: a user has one extension in a module',
    })
  })

  it('[D-35] accepts one extension per user, also when an extension looks like the id of another user', () => {
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
  it('[D-10] lists every address that a registration can change, for the action log', () => {
    const telephony = {
      makeCallUrl: 'https://pbx.test/call',
      changeUserStatusUrl: 'https://pbx.test/status',
      softphoneUrl: 'https://pbx.test/softphone',
    }
    const integrations = { telephony, mgTransport: { webhookUrl: 'https://pbx.test/hook' } }
    expect(addressesOf({ baseUrl: 'https://pbx.test', integrations } as ModuleSettings)).toEqual({
      baseUrl: 'https://pbx.test',
      makeCallUrl: 'https://pbx.test/call',
      changeUserStatusUrl: 'https://pbx.test/status',
      softphoneUrl: 'https://pbx.test/softphone',
      webhookUrl: 'https://pbx.test/hook',
    })
    expect(Object.values(addressesOf(undefined)).every((address) => address === undefined)).toBe(true)
  })
})

describe('decideEdit: lists that a registration leaves out', () => {
  const flags = {
    allowEdit: true,
    inputEventSupported: false,
    outputEventSupported: false,
    hangupEventSupported: false,
  }
  const lists = {
    additionalCodes: [{ userId: '7', code: '107' }],
    externalPhones: [{ siteCode: 'shop', externalPhone: '+46' }],
  }
  const pay = { actions: { create: '/c' }, invoiceTypes: [], shops: [], idempotent: false }
  const after = (edit: NonNullable<IntegrationModuleEdit['integrations']>) => {
    const first = decideEdit(undefined, 'm', {
      code: 'm',
      baseUrl: 'https://m.test',
      integrations: { telephony: { ...flags, ...lists }, payment: { ...pay, currencies: ['EUR'] } },
    })
    const second = decideEdit(first.ok ? first.settings : undefined, 'm', { code: 'm', integrations: edit })
    return second.ok ? second.settings.integrations : expect.fail(JSON.stringify(second.fields))
  }

  it('[D-80] stay as they were, whatever else changes', () => {
    const { telephony, payment } = after({ telephony: { ...flags, allowEdit: false }, payment: pay })
    expect(telephony).toEqual({ ...flags, allowEdit: false, ...lists })
    expect(payment?.currencies).toEqual(['EUR'])
  })

  it('[D-80] are cleared by an empty list, and each on its own', () => {
    expect(after({ telephony: { ...flags, additionalCodes: [] } }).telephony).toEqual({
      ...flags,
      ...lists,
      additionalCodes: [],
    })
    expect(after({ payment: { ...pay, currencies: [] } }).payment?.currencies).toEqual([])
  })

  it('[D-80] are empty in a first registration', () => {
    const first = decideEdit(undefined, 'm', { code: 'm', integrations: { telephony: flags } })
    expect(first).toMatchObject({
      settings: { integrations: { telephony: { additionalCodes: [], externalPhones: [] } } },
    })
  })
})

describe('decideKey', () => {
  const module = { baseUrl: 'https://pbx.test:8443/x', integrations: {}, removed: false } as Module
  const removed = { ...module, removed: true }
  const key = {
    modules: [] as string[],
    severalModules: false,
    connectedHost: null as string | null,
    replaced: false,
  }
  const cases: [string, Partial<typeof key>, Module | undefined, boolean, ReturnType<typeof decideKey>][] = [
    ['a new module', {}, undefined, false, { ok: true, binds: true }],
    ['its own module', { modules: ['pbx'] }, module, false, { ok: true, binds: false }],
    ['its own module, which has another key too', { modules: ['pbx'] }, module, true, { ok: true, binds: false }],
    ['a second module', { modules: ['bank'] }, undefined, false, { ok: false, because: 'key_of_other_module' }],
    ['one of its several', { modules: ['bank'], severalModules: true }, undefined, false, { ok: true, binds: true }],
    ['a module of another key', {}, module, true, { ok: false, because: 'module_of_other_key' }],
    [
      'a module of another key, with several allowed',
      { modules: ['bank'], severalModules: true },
      module,
      true,
      { ok: false, because: 'module_of_other_key' },
    ],
    ['a code that a key was made for', {}, undefined, true, { ok: false, because: 'module_of_other_key' }],
    ['a module without a key', {}, module, false, { ok: true, binds: true }],
    ['a module that a user deleted', {}, removed, true, { ok: true, binds: true }],
    [
      'a module at the host it was sent to',
      { connectedHost: 'pbx.test:8443' },
      module,
      true,
      { ok: true, binds: true },
    ],
    [
      'a module at another host',
      { connectedHost: 'evil.test' },
      module,
      true,
      { ok: false, because: 'module_of_other_key' },
    ],
  ]
  const replaced: [string, Partial<typeof key>, Module | undefined, boolean, ReturnType<typeof decideKey>][] = [
    ['its own module', { modules: ['pbx'] }, module, true, { ok: true, binds: false }],
    ['a new module', {}, undefined, false, { ok: false, because: 'key_replaced' }],
    ['a module without a key', {}, module, false, { ok: false, because: 'key_replaced' }],
    [
      'one of its several',
      { modules: ['bank'], severalModules: true },
      undefined,
      false,
      { ok: false, because: 'key_replaced' },
    ],
    [
      'a module at the host it was sent to',
      { connectedHost: 'pbx.test:8443' },
      module,
      true,
      { ok: false, because: 'key_replaced' },
    ],
  ]
  it.each(replaced)('[D-162] a key that was replaced registers %s', (_what, own, known, hasOther, decision) => {
    expect(decideKey({ ...key, ...own, replaced: true }, 'pbx', known, hasOther)).toEqual(decision)
  })

  it.each(cases)('[D-81][D-83] a key registers %s', (_what, own, known, hasOther, decision) => {
    expect(decideKey({ ...key, ...own }, 'pbx', known, hasOther)).toEqual(decision)
  })
})

it('names the addresses that the system will call as their author wrote them', () => {
  const integrations = { mgTransport: { webhookUrl: 'https://pbx.test/hook' } }
  expect(JSON.parse(JSON.stringify(namedAddresses({ baseUrl: 'https://pbx.test', integrations })))).toEqual({
    baseUrl: 'https://pbx.test',
    'integrations.mgTransport.webhookUrl': 'https://pbx.test/hook',
  })
})
