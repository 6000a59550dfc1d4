// What the stand-in for the system remembers of a module: the routes write it, the checks read it.

/** How a module registered itself. */
export type Settings = {
  code: string
  clientId: string
  baseUrl?: string
  actions?: Record<string, string>
  integrations?: {
    telephony?: {
      makeCallUrl?: string
      changeUserStatusUrl?: string
      additionalCodes?: { code: string; userId: string }[]
    }
    payment?: { actions: Record<string, string>; currencies: string[]; shops: { code: string }[] }
    mgTransport?: { webhookUrl: string }
  }
}

export type StandInAnswer = { status: number; body: unknown; headers?: Record<string, string> }

export type Memory = {
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
