import { Button, Group, SegmentedControl, Switch } from '@mantine/core'
import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { taskFilter, tasksQuery } from '../../features/crm/tasks/queries.ts'
import { TaskList } from '../../features/crm/tasks/TaskList.tsx'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { useReadOnVisit } from '../../features/platform/notifications/queries.ts'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { Phone } from '../../features/telephony/click-to-call/Phone.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { useTaskFormTexts } from '../../texts/task-form.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'
import { EditTaskDialog, NewTaskDialog } from './TaskDialog.tsx'

export const TasksPage = () => {
  const { tasks: texts, calls } = useTexts()
  const formTexts = useTaskFormTexts()
  const search = useSearch({ from: '/workspace/tasks' })
  const navigate = useNavigate({ from: '/tasks' })
  const managerName = useColleagueName()
  const [edited, setEdited] = useState<WorkspaceTask>()
  useReadOnVisit('tasks')
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const found = useInfiniteQuery({ ...tasksQuery(search), placeholderData: keepPreviousData })
  const tasks = found.data?.pages.flatMap((page) => page.tasks) ?? []
  const go = (change: typeof search) => void navigate({ search: { ...search, ...change }, replace: true })
  const filters = (
    <Group mb="md">
      <SegmentedControl
        aria-label={texts.performer}
        value={search.of ?? 'me'}
        onChange={(of) => go({ of: of === 'all' ? 'all' : undefined })}
        data={[
          { value: 'me', label: calls.mine },
          { value: 'all', label: formTexts.team },
        ]}
      />
      <Switch
        label={formTexts.overdue}
        checked={search.overdue ?? false}
        onChange={(event) => go({ overdue: event.currentTarget.checked || undefined })}
      />
    </Group>
  )
  const labels = { task: { ...texts.reasons }, repeat: { ...formTexts.repeats } }
  return (
    <ListPage
      title={texts.title}
      query={found}
      rows={tasks}
      filters={filters}
      filtered={search.overdue === true}
      actions={
        <>
          <ExportButton list="tasks" query={taskFilter(search)} labels={labels} />
          <ManagersOnly>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go({ new: true })}>
              {texts.new}
            </Button>
          </ManagersOnly>
        </>
      }
      panels={
        <>
          <ManagersOnly>{search.new && <NewTaskDialog onClose={() => go({ new: undefined })} />}</ManagersOnly>
          {edited && <EditTaskDialog key={edited.id} task={edited} onClose={() => setEdited(undefined)} />}
        </>
      }
      empty={{ icon: IconChecklist, title: texts.emptyTitle, what: texts.emptyWhat }}
    >
      <TaskList
        tasks={tasks}
        assignees={colleagues.map(({ id }) => ({ value: String(id), label: managerName(id) }))}
        phone={({ phone = '', customerId, orderId }) => (
          <Phone
            number={phone}
            {...(customerId !== undefined && { customerId })}
            {...(orderId !== undefined && { orderId })}
          />
        )}
        onEdit={setEdited}
        {...moreOf(found)}
      />
    </ListPage>
  )
}
