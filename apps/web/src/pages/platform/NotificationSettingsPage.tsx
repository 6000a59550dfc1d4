import { DeviceSection } from '../../features/platform/notification-settings/DeviceSection.tsx'
import { SettingsForm } from '../../features/platform/notification-settings/SettingsForm.tsx'
import { useNotificationSettingsTexts } from '../../texts/notification-settings.ts'
import { Page } from '../../ui/Page.tsx'

export const NotificationSettingsPage = () => {
  const texts = useNotificationSettingsTexts()
  return (
    <Page title={texts.title} about={texts.about}>
      <DeviceSection />
      <SettingsForm />
    </Page>
  )
}
