import { useSuspenseQuery } from '@tanstack/react-query'
import { ChannelRoutingList } from '../../features/chats/assignment/ChannelRoutingList.tsx'
import { routingQuery } from '../../features/platform/routing/queries.ts'
import { RoutingForm } from '../../features/platform/routing/RoutingForm.tsx'
import { ShopHoursList } from '../../features/platform/working-hours/ShopHoursList.tsx'
import { useRoutingTexts } from '../../texts/routing.ts'
import { Page } from '../../ui/Page.tsx'

const choicesOf = (named: readonly { code: string; name: string }[]) =>
  named.map(({ code, name }) => ({ value: code, label: name }))

export const RoutingPage = () => {
  const texts = useRoutingTexts()
  const { settings } = useSuspenseQuery(routingQuery).data
  return (
    <Page title={texts.title} about={texts.about}>
      <RoutingForm />
      <ShopHoursList />
      <ChannelRoutingList shops={choicesOf(settings.shops)} groups={choicesOf(settings.groups)} />
    </Page>
  )
}
