import { Text } from '@mantine/core'
import type { RoutingSettings } from '@patchbay/contract/platform/workspace/routing'
import type { ShopHours } from '@patchbay/contract/platform/workspace/working-hours'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'
import { routingQuery } from '../routing/queries.ts'
import { HoursForm } from './HoursForm.tsx'
import { workingHoursQuery } from './queries.ts'

const groupOf = ({ shops, groups }: RoutingSettings, shop: string) => {
  const code = shops.find((one) => one.code === shop)?.group
  return groups.find((group) => group.code === code)
}

const useColumns = (settings: RoutingSettings, onOpen: (shop: ShopHours) => void): Column<ShopHours>[] => {
  const { shops: texts } = useRoutingTexts()
  const summaryOf = ({ hours }: ShopHours): string =>
    hours ? texts.summary(hours.weekly.filter((day) => day.length > 0).length, hours.dates.length) : texts.always
  return [
    {
      key: 'name',
      head: texts.shop,
      cell: (shop) => (
        <>
          <RowButton onClick={() => onOpen(shop)}>{shop.name}</RowButton>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {summaryOf(shop)}
          </Text>
        </>
      ),
    },
    { key: 'hours', head: texts.hours, wideOnly: true, cell: summaryOf },
    {
      key: 'group',
      head: texts.group,
      wideOnly: true,
      cell: ({ code }) => groupOf(settings, code)?.name ?? texts.everyone,
    },
    {
      key: 'state',
      head: texts.state,
      cell: ({ openNow }) => <Status tone={openNow ? 'good' : 'calm'}>{openNow ? texts.open : texts.closed}</Status>,
    },
  ]
}

/** The shops with their working hours and the groups that serve them. */
export const ShopHoursList = () => {
  const { shops: texts } = useRoutingTexts()
  const { shops } = useSuspenseQuery(workingHoursQuery).data
  const { settings } = useSuspenseQuery(routingQuery).data
  const [opened, setOpened] = useState<ShopHours>()
  const columns = useColumns(settings, setOpened)
  return (
    <Section title={texts.title} about={texts.what} plain>
      <DataList label={texts.title} rows={shops} columns={columns} rowKey={({ code }) => code} />
      {opened && (
        <HoursForm
          shop={opened}
          group={groupOf(settings, opened.code)?.code}
          groups={settings.groups.map(({ code, name }) => ({ value: code, label: name }))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}
