import { expect } from 'vitest'
import { CARRIER, type Exchange, LINE, PASSWORD } from './exchange.ts'
import { register } from './register.ts'
import { carrier, listens, runSipp } from './sipp.ts'

type Place = Pick<Exchange, 'folder' | 'sipPort' | 'nextPort' | 'carrierPort'>

/** A telephone that is registered and waits for `calls` calls. */
export const telephoneAt = async (place: Place, code: string, steps: readonly string[], calls = 1) => {
  const port = place.nextPort()
  const sipp = runSipp({ folder: place.folder, name: `telephone-${code}`, port, steps, calls })
  await listens(sipp, port)
  expect(await register(place.sipPort, { code, password: PASSWORD, port })).toBe(200)
  const unregister = () => register(place.sipPort, { code, password: PASSWORD, port, expires: 0 })
  return {
    port,
    unregister,
    kill: sipp.kill,
    /** It did what its scenario says; then it is gone. */
    finished: async () => {
      expect(await sipp.done, sipp.errors()).toBe(0)
      await unregister()
    },
  }
}

/** The carrier calls our number. */
export const callFrom = (place: Place, phone: string, steps: readonly string[]) => {
  const sipp = runSipp({
    folder: place.folder,
    name: `carrier-${phone.replaceAll('+', '')}`,
    address: CARRIER,
    port: place.nextPort(),
    remote: `127.0.0.1:${place.sipPort}`,
    callers: [phone],
    steps: [carrier.invite(LINE), carrier.trying, carrier.ringing, ...steps],
  })
  return { finished: async () => expect(await sipp.done, sipp.errors()).toBe(0), kill: sipp.kill }
}

/** The carrier is called by us. */
export const carrierAnswers = async (place: Place, steps: readonly string[], calls = 1) => {
  const { folder, carrierPort: port } = place
  const sipp = runSipp({ folder, name: 'called', address: CARRIER, port, steps, calls })
  await listens(sipp, place.carrierPort, CARRIER)
  return { finished: async () => expect(await sipp.done, sipp.errors()).toBe(0), kill: sipp.kill }
}
