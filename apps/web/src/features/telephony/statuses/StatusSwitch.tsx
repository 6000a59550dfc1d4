import { Button, Text } from '@mantine/core'
import type { UserStatus } from '@patchbay/contract/platform/users'
import type { Me } from '@patchbay/contract/platform/workspace/sessions'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, startTransition, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { lazyComponent } from '../../../lib/lazy-component.ts'
import { useNow } from '../../../lib/now.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError } from '../../../ui/notifications.ts'
import { Status } from '../../../ui/Status.tsx'
import { useSetStatus } from './queries.ts'
import { TONES } from './statuses.ts'

const [StatusMenu, preload] = lazyComponent(() => import('./StatusMenu.tsx'), 'StatusMenu')

const Since = ({ at }: { at: string }) => {
  const { status: texts } = useTexts()
  const format = useFormat()
  const since = format.duration(Math.max(0, (useNow() - Date.parse(at)) / 1000))
  return (
    <Text span size="xs" c="dimmed" className="tabular" ml={6} visibleFrom="xs">
      {texts.for(since)}
    </Text>
  )
}

/** T-11: the user's status, and since when. */
export const StatusSwitch = ({ me }: { me: Me }) => {
  const texts = useTexts()
  const change = useSetStatus()
  const [used, setUsed] = useState(false)
  const status = change.isPending ? change.variables : me.status
  const choose = (chosen: UserStatus) =>
    change.mutate(chosen, { onError: (error) => notifyError(errorText(texts, error)) })
  const button = (
    <Button
      variant="default"
      size="compact-md"
      radius="xl"
      fw={500}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-haspopup="menu"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => startTransition(() => setUsed(true))}
      autoFocus={used}
    >
      <Status tone={TONES[status]}>{texts.status[status]}</Status>
      <Since at={me.statusSince} />
    </Button>
  )
  return <Suspense fallback={button}>{used ? <StatusMenu button={button} onChoose={choose} /> : button}</Suspense>
}
