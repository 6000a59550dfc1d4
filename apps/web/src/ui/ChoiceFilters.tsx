import { useTexts } from '../texts/catalogue.ts'
import { FilterSelect } from './FilterSelect.tsx'

export type Choice = { value: string; label: string }

type ShopFilterProps = { shops: Choice[]; value: string | undefined; onChange: (site: string | undefined) => void }

export const ShopFilter = ({ shops, value, onChange }: ShopFilterProps) => {
  const { customers } = useTexts()
  return (
    <FilterSelect
      aria-label={customers.shop}
      placeholder={customers.anyShop}
      data={shops}
      value={value ?? null}
      onChange={(site) => onChange(site ?? undefined)}
    />
  )
}

type ManagerFilterProps = { managers: Choice[]; value: number | undefined; onChange: (id: number | undefined) => void }

export const ManagerFilter = ({ managers, value, onChange }: ManagerFilterProps) => {
  const { customers } = useTexts()
  return (
    <FilterSelect
      aria-label={customers.manager}
      placeholder={customers.anyManager}
      searchable
      data={managers}
      value={value === undefined ? null : String(value)}
      onChange={(manager) => onChange(manager ? Number(manager) : undefined)}
    />
  )
}
