import { NumberInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useSetUpTexts } from '../texts/set-up.ts'

type OrderingInputProps = GetInputPropsReturnType & { description: string }

/** The place of a row among others; cleared, it is 0. */
export const OrderingInput = ({ onChange, ...props }: OrderingInputProps) => {
  const { shops } = useSetUpTexts()
  return (
    <NumberInput
      label={shops.ordering}
      min={0}
      max={1_000_000}
      allowDecimal={false}
      {...props}
      onChange={(value) => onChange(Number(value) || 0)}
    />
  )
}
