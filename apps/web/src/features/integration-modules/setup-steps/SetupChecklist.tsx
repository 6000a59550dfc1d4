import { Box, Button, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import type { SetupStep } from '@patchbay/contract/integration-modules/workspace/setup-steps'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { useHasRole } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { notifyError } from '../../../ui/notifications.ts'
import { HomeCard } from '../../../ui/WaitingList.tsx'
import { setupStepsQuery, useHideSetup } from './queries.ts'
import styles from './SetupChecklist.module.css'
import { StepLink } from './StepLink.tsx'

const Step = ({ step, isNext }: { step: SetupStep; isNext: boolean }) => {
  const { setup: texts } = useHomeTexts()
  const [name, what] = texts.steps[step.code]
  const Mark = step.done ? IconCircleCheckFilled : IconCircle
  return (
    <li className={styles.step} data-done={step.done} aria-current={isNext ? 'step' : undefined}>
      <Mark size={18} stroke={1.6} className={styles.mark} aria-hidden />
      <span>
        {step.done ? (
          <>
            <VisuallyHidden>{texts.done} </VisuallyHidden>
            {name}
          </>
        ) : (
          <StepLink step={step}>{name}</StepLink>
        )}
        {isNext && <span className={styles.what}>{what}</span>}
      </span>
    </li>
  )
}

const Area = ({ area, steps }: { area: SetupStep['area']; steps: SetupStep[] }) => {
  const { setup: texts } = useHomeTexts()
  const next = steps.find(({ done }) => !done)
  return (
    <Box component="section" aria-label={texts.areas[area]}>
      <Title order={3} mb="xs">
        {texts.areas[area]}
      </Title>
      {next ? (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <Step key={step.code} step={step} isNext={step === next} />
          ))}
        </ol>
      ) : (
        <div className={styles.step} data-done>
          <IconCircleCheckFilled size={18} className={styles.mark} aria-hidden />
          {texts.progress(steps.length, steps.length)}
        </div>
      )}
    </Box>
  )
}

const HideButton = ({ hidden, children }: { hidden: boolean; children: string }) => {
  const texts = useTexts()
  const hide = useHideSetup()
  const press = () => hide.mutate(hidden, { onError: (error) => notifyError(errorText(texts, error)) })
  return (
    <Button variant="subtle" size="compact-sm" loading={hide.isPending} onClick={press}>
      {children}
    </Button>
  )
}

/** Leads a new account to its first call, payment and message. Nothing once all of it is done, or while it is hidden. */
export const SetupChecklist = () => {
  const { setup: texts } = useHomeTexts()
  const isAdmin = useHasRole('admin')
  const { data } = useQuery(setupStepsQuery)
  if (!data || data.hidden || data.steps.length === 0) return null
  const done = data.steps.filter((step) => step.done).length
  const all = data.steps.length
  return (
    <Box mb="lg">
      <HomeCard title={texts.title} aside={isAdmin && <HideButton hidden>{texts.hide}</HideButton>}>
        <Box px="md" pb="md">
          <Text size="sm" c="dimmed" mb={6}>
            {texts.progress(done, all)}
          </Text>
          <Progress value={(100 * done) / all} size="sm" aria-label={texts.progress(done, all)} />
        </Box>
        <div className={styles.areas}>
          {[...Map.groupBy(data.steps, ({ area }) => area)].map(([area, steps]) => (
            <Area key={area} area={area} steps={steps} />
          ))}
        </div>
      </HomeCard>
    </Box>
  )
}

/** For the administrator who hid it too early. */
export const ShowSetupChecklist = () => {
  const { setup: texts } = useHomeTexts()
  const isAdmin = useHasRole('admin')
  const { data } = useQuery(setupStepsQuery)
  if (!isAdmin || !data?.hidden || data.steps.length === 0) return null
  return <HideButton hidden={false}>{texts.show}</HideButton>
}
