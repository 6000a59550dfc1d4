import { SegmentedControl } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { tasksQuery } from '../../features/crm/tasks/queries.ts'
import { TaskList } from '../../features/crm/tasks/TaskList.tsx'
import { useReadOnVisit } from '../../features/platform/notifications/queries.ts'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { Phone } from '../../features/telephony/click-to-call/Phone.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'

export const TasksPage = () => {
  const { tasks: texts, calls } = useTexts()
  const search = useSearch({ from: '/workspace/tasks' })
  const navigate = useNavigate({ from: '/tasks' })
  const managerName = useColleagueName()
  useReadOnVisit('tasks')
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const found = useInfiniteQuery({ ...tasksQuery(search), placeholderData: keepPreviousData })
  const tasks = found.data?.pages.flatMap((page) => page.tasks) ?? []
  const filters = (
    <SegmentedControl
      mb="md"
      aria-label={texts.performer}
      value={search.of ?? 'me'}
      onChange={(of) => void navigate({ search: { of: of === 'all' ? 'all' : undefined }, replace: true })}
      data={[
        { value: 'me', label: calls.mine },
        { value: 'all', label: calls.everyone },
      ]}
    />
  )
  return (
    <ListPage
      title={texts.title}
      query={found}
      rows={tasks}
      filters={filters}
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
        {...moreOf(found)}
      />
    </ListPage>
  )
}
