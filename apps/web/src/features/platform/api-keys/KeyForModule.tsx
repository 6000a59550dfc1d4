import { Button, Radio, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { Command } from '../../../ui/Command.tsx'
import { Problem } from '../../../ui/Confirm.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { type ModuleKind, SCOPES_OF_KIND, useCreateKey } from './queries.ts'

/** How a module that uses the SDK is started; the port is that of the guides. */
const startCommand = (apiKey: string): string =>
  [
    `PATCHBAY_URL=${window.location.origin}`,
    `PATCHBAY_KEY=${apiKey}`,
    'PUBLIC_URL=http://127.0.0.1:4000',
    'npm start',
  ].join(' \\\n  ')

/** Creates an API key with the scopes of a kind of module. */
export const KeyForModule = ({ done }: { done: ReactNode }) => {
  const { connect: texts } = useSetUpTexts()
  const [kind, setKind] = useState<ModuleKind>('telephony')
  const create = useCreateKey()
  const kinds: [ModuleKind, string, string][] = [
    ['telephony', texts.keyTelephony, texts.keyTelephonyWhat],
    ['payment', texts.keyPayment, texts.keyPaymentWhat],
    ['transport', texts.keyTransport, texts.keyTransportWhat],
  ]
  if (create.data) {
    return (
      <Stack>
        <Text size="sm">{texts.madeWhat}</Text>
        <SecretField label={texts.address} value={window.location.origin} />
        <SecretField label={texts.key} value={create.data.apiKey} />
        <Command label={texts.start} what={texts.startWhat} command={startCommand(create.data.apiKey)} />
        <Text size="sm" c="dimmed">
          {texts.afterwards}
        </Text>
        <div>{done}</div>
      </Stack>
    )
  }
  const name = kinds.find(([value]) => value === kind)?.[1] ?? kind
  return (
    <Stack>
      <Text size="sm">{texts.byKeyWhat}</Text>
      {create.error && <Problem error={create.error} />}
      <Radio.Group value={kind} onChange={(value) => setKind(value as ModuleKind)} aria-label={texts.byKey}>
        <Stack gap="sm">
          {kinds.map(([value, label, description]) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <Button
          loading={create.isPending}
          onClick={() => create.mutate({ name, scopes: [...SCOPES_OF_KIND[kind]], forModule: true })}
        >
          {texts.make}
        </Button>
      </div>
    </Stack>
  )
}
