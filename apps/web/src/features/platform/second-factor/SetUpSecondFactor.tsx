import { Box, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { SecondFactorInput } from '../sessions/SecondFactorInput.tsx'
import { QrCode } from './QrCode.tsx'
import { useConfirmSecondFactor, useStartSecondFactor } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** From a new secret to the recovery codes. */
export const SetUpSecondFactor = ({ onDone }: { onDone: () => void }) => {
  const { secondFactor: texts } = useSecurityTexts()
  const form = useForm({ initialValues: { code: '' } })
  const start = useStartSecondFactor()
  const confirm = useConfirmSecondFactor()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const { mutate: begin } = start
  useEffect(() => begin(), [begin])
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={onDone} />
  const submit = form.onSubmit(({ code }) =>
    confirm.mutate(code, { onSuccess: (reply) => setRecoveryCodes(reply.recoveryCodes) }),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.scan}</Text>
        {start.error && <Problem error={start.error} />}
        {start.data && (
          <>
            <Box>
              <QrCode text={start.data.uri} label={texts.qr} />
            </Box>
            <SecretField label={texts.key} value={start.data.secret} />
          </>
        )}
        {confirm.error && <Problem error={confirm.error} />}
        <SecondFactorInput label={texts.code} description={undefined} {...form.getInputProps('code')} />
        <Box>
          <Button type="submit" loading={confirm.isPending} disabled={!start.data}>
            {texts.turnOn}
          </Button>
        </Box>
      </Stack>
    </form>
  )
}
