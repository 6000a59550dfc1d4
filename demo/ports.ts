// Where the parts of the demo listen. Everything between the modules and the system goes through the gateway, which can
// inject faults: it has the public port of a module, the module has a port of its own.

export const MODULES = ['phones', 'bank', 'webchat'] as const
export type ModuleName = (typeof MODULES)[number]

export const DEFAULT_BASE = 4500

/** The panel, Redis through the gateway, and the metrics of the system. */
export const sharedPorts = (base: number) => ({
  panel: base,
  redis: base + 1,
  metrics: base + 2,
  workerMetrics: base + 3,
})

/** Ports of an account's modules. */
export const accountPorts = (base: number, place: number) => {
  const first = base + 10 * (place + 1)
  const ofModule = (index: number) => ({ gateway: first + 1 + index, own: first + 5 + index })
  return { system: first, phones: ofModule(0), bank: ofModule(1), webchat: ofModule(2) }
}

/** All that a demo with this many accounts listens on. */
export const allPorts = (base: number, accounts: number): number[] => [
  ...Object.values(sharedPorts(base)),
  ...Array.from({ length: accounts }, (_, place) => accountPorts(base, place)).flatMap(({ system, ...modules }) => [
    system,
    ...Object.values(modules).flatMap(({ gateway, own }) => [gateway, own]),
  ]),
]

export type AccountPorts = ReturnType<typeof accountPorts>

export const localUrl = (port: number): string => `http://127.0.0.1:${port}`
