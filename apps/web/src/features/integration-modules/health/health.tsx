import type { ModuleSummary } from '@patchbay/contract/integration-modules/workspace/health'
import type { Texts } from '../../../texts/catalogue.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'

/** The most important fact about a module's health. */
const stateOf = (module: ModuleSummary, { modules: texts }: Texts): { tone: Tone; text: string } => {
  if (module.freeze) return { tone: 'info', text: texts.frozen }
  if (!module.stateAcknowledged) return { tone: 'warn', text: texts.unconfirmed }
  if (!module.active) return { tone: 'calm', text: texts.off }
  if (module.circuitOpenUntil) return { tone: 'warn', text: texts.rests }
  if (!module.lastTraffic) return { tone: 'calm', text: texts.quiet }
  return module.lastTraffic.ok ? { tone: 'good', text: texts.working } : { tone: 'bad', text: texts.failing }
}

export const ModuleState = ({ module }: { module: ModuleSummary }) => {
  const { tone, text } = stateOf(module, useTexts())
  return <Status tone={tone}>{text}</Status>
}
