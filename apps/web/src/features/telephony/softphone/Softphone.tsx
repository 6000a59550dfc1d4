import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { telephonyQuery } from '../click-to-call/queries.ts'

/** D-120: exactly when one of the user's exchanges brings a softphone; loaded then. */
export const Softphone = ({ dock: Dock }: { dock: ComponentType<{ code: string }> }) => {
  const softphone = useQuery(telephonyQuery).data?.softphone
  return softphone ? (
    <Suspense fallback={null}>
      <Dock key={`${softphone.module} ${softphone.code}`} code={softphone.code} />
    </Suspense>
  ) : null
}
