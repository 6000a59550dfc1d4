import { Button } from '@mantine/core'
import { useTexts } from '../texts/catalogue.ts'

/** Stands at the end of a row of filters while one of them is set. */
export const ClearFilters = ({ isSet, onClear }: { isSet: boolean; onClear: () => void }) => {
  const { common } = useTexts()
  return isSet ? (
    <Button variant="subtle" color="gray" c="dimmed" onClick={onClear}>
      {common.clearFilters}
    </Button>
  ) : null
}
