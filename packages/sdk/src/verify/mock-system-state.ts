// What the mock system knows of the module: its routes write it, the checks read it.

/** The registration of the module. */
export type Settings = {
  code: string
  clientId: string
  baseUrl?: string
  actions?: Record<string, string>
  integrations?: {
    telephony?: {
      makeCallUrl?: string
      changeUserStatusUrl?: string
      additionalCodes?: { code: string; userId: string }[] | undefined
      externalPhones?: { siteCode: string; externalPhone: string }[] | undefined
    }
    payment?: { actions: Record<string, string>; currencies: string[]; shops: { code: string }[] }
    mgTransport?: { webhookUrl: string }
  }
}

export type MockResponse = { status: number; body: unknown; headers?: Record<string, string> }

export type MockSystemState = {
  url: string
  apiKey: string
  token: string
  secret: string
  invoices: Map<string, { amount: number; currency: string }>
  channels: Map<number, Record<string, unknown>>
  templates: Map<string, Record<string, unknown>>
  files: Map<string, { bytes: Uint8Array; type: string }>
  messages: Map<string, number>
  settings: () => Settings | undefined
  register: (settings: Settings) => void
}
