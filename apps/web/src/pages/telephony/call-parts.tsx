import { CustomerPicker } from '../../features/crm/customers/CustomerPicker.tsx'
import { useReferences } from '../../features/crm/references/queries.ts'
import { useCallPageTexts } from '../../texts/call-pages.ts'

type PickerProps = { onDone: (id: number, name: string) => void; onCancel: () => void }

/** What the pages of calls take from the CRM: the shops, and the search for a customer. */
export const useCallParts = () => {
  const { log: texts } = useCallPageTexts()
  const { shops } = useReferences()
  return {
    shops: shops.map(({ code, name }) => ({ value: code, label: name })),
    picker: ({ onDone, onCancel }: PickerProps) => (
      <CustomerPicker
        label={texts.find}
        placeholder={texts.findPlaceholder}
        nothingFound={texts.nobody}
        onPick={onDone}
        onCancel={onCancel}
      />
    ),
  }
}
