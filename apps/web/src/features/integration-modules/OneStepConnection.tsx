import { Anchor, Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { useConnectModule, usePreviewConnection } from './queries.ts'

type Wanted = NonNullable<ReturnType<typeof usePreviewConnection>['data']>

const Scopes = ({ scopes }: { scopes: string[] }) => (
  <Group gap={6}>
    {scopes.map((scope) => (
      <Badge key={scope} variant="default" tt="none" fw={500}>
        {scope}
      </Badge>
    ))}
  </Group>
)

const Agreement = ({ wanted, done }: { wanted: Wanted; done: ReactNode }) => {
  const { connect: texts } = useSetUpTexts()
  const [secret, setSecret] = useState('')
  const connect = useConnectModule()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate({ registerUrl: wanted.registerUrl, secret, scopes: wanted.scopes })
  }
  if (connect.data) {
    return (
      <Stack>
        <Text fw={500}>{texts.connected}</Text>
        {connect.data.accountUrl && (
          <Anchor href={connect.data.accountUrl} target="_blank" rel="noreferrer" size="sm">
            {texts.openAccount}
          </Anchor>
        )}
        <div>{done}</div>
      </Stack>
    )
  }
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
        {connect.error && <Problem error={connect.error} />}
        <PasswordInput
          label={texts.moduleSecret}
          description={texts.moduleSecretWhat}
          autoComplete="off"
          required
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
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

/** D-14: the module says what it needs, an administrator agrees, the module gets a key of its own. */
export const OneStepConnection = ({ done }: { done: ReactNode }) => {
  const { connect: texts } = useSetUpTexts()
  const [configUrl, setConfigUrl] = useState('')
  const preview = usePreviewConnection()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    preview.mutate(configUrl)
  }
  return (
    <Stack>
      <Text size="sm">{texts.inOneStepWhat}</Text>
      <form onSubmit={submit}>
        <Stack>
          {preview.error && <Problem error={preview.error} />}
          <Group align="flex-end">
            <TextInput
              label={texts.configUrl}
              type="url"
              placeholder="https://module.example/config"
              required
              flex="1 1 16rem"
              value={configUrl}
              onChange={(event) => setConfigUrl(event.currentTarget.value)}
            />
            <Button type="submit" variant={preview.data ? 'default' : 'filled'} loading={preview.isPending}>
              {texts.look}
            </Button>
          </Group>
        </Stack>
      </form>
      {preview.data && <Agreement wanted={preview.data} done={done} />}
    </Stack>
  )
}
