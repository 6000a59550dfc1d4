import { Anchor, Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { connectionQuery, useConnectModule, usePreviewConnection } from './queries.ts'

type ConnectionPreview = NonNullable<ReturnType<typeof usePreviewConnection>['data']>

const Scopes = ({ scopes }: { scopes: string[] }) => (
  <Group gap={6}>
    {scopes.map((scope) => (
      <Badge key={scope} variant="default" tt="none" fw={500}>
        {scope}
      </Badge>
    ))}
  </Group>
)

type Connection = NonNullable<ReturnType<typeof useConnectModule>['data']>

/** D-83: connected when a module has registered with the key; until then the module has only accepted it. */
const ConnectionState = ({ connection: { keyId, accountUrl }, done }: { connection: Connection; done: ReactNode }) => {
  const { connect: texts } = useSetUpTexts()
  const { data } = useQuery(connectionQuery(keyId))
  return (
    <Stack>
      <div role="status">
        {data?.module ? (
          <Text fw={500}>{texts.connectedAs(data.module.name)}</Text>
        ) : (
          <>
            <Text fw={500}>{texts.waiting}</Text>
            <Text size="sm">{texts.waitingWhat}</Text>
          </>
        )}
      </div>
      {accountUrl && (
        <Anchor href={accountUrl} target="_blank" rel="noreferrer" size="sm">
          {texts.openAccount}
        </Anchor>
      )}
      <div>{done}</div>
    </Stack>
  )
}

const ConnectionConsent = ({ wanted, done }: { wanted: ConnectionPreview; done: ReactNode }) => {
  const { connect: texts } = useSetUpTexts()
  const form = useForm({ initialValues: { secret: '' } })
  const connect = useConnectModule()
  const submit = form.onSubmit(({ secret }) =>
    connect.mutate({ registerUrl: wanted.registerUrl, secret, scopes: wanted.scopes }),
  )
  if (connect.data) return <ConnectionState connection={connect.data} done={done} />
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.wants}</Text>
        <Scopes scopes={wanted.scopes} />
        {wanted.unknownScopes.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.wantsUnknown} {wanted.unknownScopes.join(', ')}
          </Text>
        )}
        {wanted.connected.map(({ code, name }) => (
          <Text key={code} size="sm">
            {texts.replaces(name)}
          </Text>
        ))}
        {connect.error && <Problem error={connect.error} />}
        <PasswordInput
          label={texts.moduleSecret}
          description={texts.moduleSecretWhat}
          autoComplete="off"
          required
          {...form.getInputProps('secret')}
        />
        <div>
          <Button type="submit" loading={connect.isPending}>
            {texts.allow}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** D-14: the module requests permissions, an administrator approves them, and the module gets its own API key. */
export const OneStepConnection = ({ done }: { done: ReactNode }) => {
  const { connect: texts } = useSetUpTexts()
  const form = useForm({ initialValues: { configUrl: '' } })
  const preview = usePreviewConnection()
  return (
    <Stack>
      <Text size="sm">{texts.inOneStepWhat}</Text>
      <form onSubmit={form.onSubmit(({ configUrl }) => preview.mutate(configUrl))}>
        <Stack>
          {preview.error && <Problem error={preview.error} />}
          <Group align="flex-end">
            <TextInput
              label={texts.configUrl}
              type="url"
              placeholder="https://module.example/config"
              required
              flex="1 1 16rem"
              {...form.getInputProps('configUrl')}
            />
            <Button type="submit" variant={preview.data ? 'default' : 'filled'} loading={preview.isPending}>
              {texts.next}
            </Button>
          </Group>
        </Stack>
      </form>
      {preview.data && <ConnectionConsent wanted={preview.data} done={done} />}
    </Stack>
  )
}
