import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { ModuleDetails } from '@patchbay/contract/integration-modules/workspace/health'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'

/** M-08, wire habit 2.1: modules expect a form POST with clientId, and answer with a page or a redirect. */
const AccountLink = ({ url, clientId }: { url: string; clientId: string | undefined }) => (
  <form method="post" action={url} target="_blank" rel="noreferrer">
    {clientId !== undefined && <input type="hidden" name="clientId" value={clientId} />}
    <Anchor component="button" type="submit" size="sm" ta="start">
      {url}
    </Anchor>
  </form>
)

/** M-08, wire habit 3.1: opened by a GET with clientId in the query. */
const PersonalAccountLink = ({ url, clientId }: { url: string; clientId: string | undefined }) => {
  const address = new URL(url)
  if (clientId !== undefined) address.searchParams.set('clientId', clientId)
  return (
    <Anchor href={address.href} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  )
}

type TelephonyProps = { settings: TelephonySettings; clientId: string | undefined }

const Telephony = ({ settings, clientId }: TelephonyProps) => {
  const { module: texts } = useTexts()
  const declared = (isSupported: boolean) => (isSupported ? texts.yes : texts.no)
  return (
    <Facts
      facts={[
        [texts.makeCallUrl, settings.makeCallUrl && <Code key="url">{settings.makeCallUrl}</Code>],
        [texts.statusUrl, settings.changeUserStatusUrl && <Code key="url">{settings.changeUserStatusUrl}</Code>],
        [texts.softphoneUrl, settings.softphoneUrl && <Code key="url">{settings.softphoneUrl}</Code>],
        [
          texts.personalAccount,
          settings.personalAccountUrl && (
            <PersonalAccountLink key="url" url={settings.personalAccountUrl} clientId={clientId} />
          ),
        ],
        [texts.inputEvents, declared(settings.inputEventSupported)],
        [texts.outputEvents, declared(settings.outputEventSupported)],
        [texts.hangupEvents, declared(settings.hangupEventSupported)],
      ]}
    />
  )
}

/** In the order of the invoice life cycle. */
const ACTIONS = ['create', 'approve', 'cancel', 'refund'] as const

const Payment = ({ settings }: { settings: PaymentSettings }) => {
  const { module: texts, invoices } = useTexts()
  const actions = ACTIONS.filter((action) => settings.actions[action] !== undefined)
  return (
    <Stack>
      <Facts
        facts={[
          [texts.currencies, settings.currencies.join(', ')],
          [texts.paymentActions, actions.map((action) => invoices[action]).join(', ')],
        ]}
      />
      <div>
        <Title order={3} mb={4}>
          {texts.shops}
        </Title>
        {settings.shops.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.shopsNone}
          </Text>
        )}
        <Stack gap={6}>
          {settings.shops.map((shop) => (
            <Group key={shop.code} justify="space-between">
              <Text size="sm">
                {shop.name}{' '}
                <Text span c="dimmed" size="xs">
                  {shop.code}
                </Text>
              </Text>
              <Status tone={shop.active ? 'good' : 'calm'}>
                {shop.active ? texts.shopActive : texts.shopInactive}
              </Status>
            </Group>
          ))}
        </Stack>
      </div>
    </Stack>
  )
}

/** The settings that the module registered, by kind of integration. */
export const ModuleSettings = ({ module, numbers }: { module: ModuleDetails; numbers: ReactNode }) => {
  const { module: texts, modules } = useTexts()
  const { telephony, payment, transport } = module
  return (
    <>
      <Section title={texts.settings} about={texts.settingsWhat}>
        <Facts
          facts={[
            [texts.baseUrl, module.baseUrl && <Code key="url">{module.baseUrl}</Code>],
            [texts.clientId, module.clientId && <Code key="id">{module.clientId}</Code>],
            [texts.webhook, transport?.webhookUrl && <Code key="url">{transport.webhookUrl}</Code>],
            [
              modules.accountPage,
              module.accountUrl && <AccountLink key="url" url={module.accountUrl} clientId={module.clientId} />,
            ],
          ]}
        />
        {!telephony && !payment && !transport && (
          <Text size="sm" c="dimmed" mt="sm">
            {texts.noSettings}
          </Text>
        )}
      </Section>
      {telephony && (
        <Section title={modules.kinds.telephony ?? ''}>
          <Stack gap="lg">
            <Telephony settings={telephony} clientId={module.clientId} />
            {numbers}
          </Stack>
        </Section>
      )}
      {payment && (
        <Section title={modules.kinds.payment ?? ''}>
          <Payment settings={payment} />
        </Section>
      )}
    </>
  )
}
