// On what a bench ran: without it a figure says nothing.
import { cpus, loadavg, totalmem } from 'node:os'

export type Machine = { cpus: string; memoryGb: number; node: string; loadBefore: number }

/** `loadBefore`: processes that wanted to run in the last minute before the bench, so other work on the machine. */
export const describeMachine = (): Machine => ({
  cpus: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  node: process.versions.node,
  loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
})
