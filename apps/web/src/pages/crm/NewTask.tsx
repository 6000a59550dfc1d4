import { Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { Suspense, startTransition, useState } from 'react'
import type { TaskAbout } from '../../features/crm/tasks/queries.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'

const [NewTaskDialog, preload] = lazyComponent(() => import('./TaskDialog.tsx'), 'NewTaskDialog')

/** A button on pages of customers, orders, calls and chats: the task is linked to what the page shows. */
export const NewTask = ({ about, compact = false }: { about: TaskAbout; compact?: boolean }) => {
  const { tasks: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <ManagersOnly>
      <Button
        variant="default"
        {...(compact && { size: 'compact-sm' })}
        leftSection={<IconChecklist size={16} aria-hidden />}
        onPointerEnter={preload}
        onClick={() => startTransition(() => setOpen(true))}
      >
        {texts.new}
      </Button>
      <Suspense>{isOpen && <NewTaskDialog about={about} onClose={() => setOpen(false)} />}</Suspense>
    </ManagersOnly>
  )
}
