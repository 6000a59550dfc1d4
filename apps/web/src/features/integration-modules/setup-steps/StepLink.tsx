import type { SetupStep } from '@patchbay/contract/integration-modules/workspace/setup-steps'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../../ui/links.tsx'

const PAGES = {
  'telephony-key': '/modules/connect',
  'telephony-module': '/modules',
  extensions: '/modules',
  'external-numbers': '/modules',
  'first-call': '/calls',
  'payment-key': '/modules/connect',
  'payment-module': '/modules',
  'payment-shops': '/modules',
  'payment-type': '/payment-settings',
  'first-invoice': '/orders',
  'first-payment': '/orders',
  'transport-key': '/modules/connect',
  'transport-module': '/modules',
  channel: '/modules',
  'first-message': '/chats',
} as const satisfies Record<SetupStep['code'], string>

/** To where the step is done. */
export const StepLink = ({ step: { code, moduleCode }, children }: { step: SetupStep; children: ReactNode }) => {
  if (moduleCode === undefined)
    return (
      <AnchorLink to={PAGES[code]} inherit>
        {children}
      </AnchorLink>
    )
  return (
    <AnchorLink
      to={code === 'channel' ? '/modules/$code/channels' : '/modules/$code'}
      params={{ code: moduleCode }}
      inherit
    >
      {children}
    </AnchorLink>
  )
}
