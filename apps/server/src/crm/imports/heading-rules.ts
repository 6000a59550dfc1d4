import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportKind,
  REPEATED_FIELDS,
} from '@patchbay/contract/crm/import-constants'

// Which field a column holds, by its heading: as it was mapped the last time, else by the words people use for it.

/** Lower case, without accents, spaces and punctuation: "E-Mail:" and "email" are one heading. */
export const headingKey = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** English, Spanish and Russian, and the names of the API. */
const WORDS: Record<ImportField, readonly string[]> = {
  externalId: ['external id', 'id', 'customer id', 'order id', 'id externo', 'código', 'внешний id', 'код', 'ид'],
  firstName: ['first name', 'name', 'given name', 'nombre', 'имя'],
  lastName: ['last name', 'surname', 'family name', 'apellido', 'apellidos', 'фамилия'],
  patronymic: ['middle name', 'patronymic', 'segundo nombre', 'отчество'],
  phone: ['phone', 'phone number', 'mobile', 'mobile phone', 'telephone', 'teléfono', 'móvil', 'телефон', 'мобильный'],
  email: ['email', 'e-mail', 'mail', 'correo', 'correo electrónico', 'почта', 'эл. почта', 'электронная почта'],
  manager: ['manager', 'owner', 'responsible', 'responsable', 'gestor', 'менеджер', 'ответственный'],
  shop: ['shop', 'store', 'site', 'tienda', 'магазин', 'сайт'],
  createdAt: ['created', 'created at', 'date', 'order date', 'fecha', 'creado', 'дата', 'создан', 'дата создания'],
  number: ['number', 'order', 'order number', 'número', 'pedido', 'número de pedido', 'номер', 'заказ', 'номер заказа'],
  status: ['status', 'estado', 'статус'],
  customerExternalId: ['customer external id', 'customer code', 'código del cliente', 'код клиента'],
  productName: ['product', 'product name', 'item', 'producto', 'artículo', 'товар', 'наименование'],
  price: ['price', 'unit price', 'amount', 'total', 'precio', 'importe', 'цена', 'сумма'],
  quantity: ['quantity', 'qty', 'cantidad', 'количество', 'колво'],
  discount: ['discount', 'descuento', 'скидка'],
  customerComment: ['customer comment', 'comment', 'comentario', 'комментарий', 'комментарий клиента'],
  managerComment: ['manager comment', 'note', 'notes', 'nota', 'заметка', 'комментарий менеджера'],
  deliveryType: [
    'delivery',
    'delivery type',
    'shipping method',
    'entrega',
    'tipo de entrega',
    'доставка',
    'тип доставки',
  ],
  deliveryCost: [
    'delivery cost',
    'shipping',
    'shipping cost',
    'gastos de envío',
    'coste de entrega',
    'стоимость доставки',
  ],
  deliveryDate: ['delivery date', 'fecha de entrega', 'дата доставки'],
  index: ['postcode', 'postal code', 'zip', 'zip code', 'código postal', 'индекс', 'почтовый индекс'],
  countryIso: ['country', 'country code', 'país', 'страна'],
  region: ['region', 'state', 'province', 'provincia', 'región', 'регион', 'область'],
  city: ['city', 'town', 'ciudad', 'población', 'город'],
  street: ['street', 'calle', 'улица'],
  building: ['building', 'house', 'house number', 'edificio', 'número de casa', 'дом'],
  flat: ['flat', 'apartment', 'piso', 'puerta', 'квартира'],
  address: [
    'address',
    'delivery address',
    'shipping address',
    'dirección',
    'dirección de entrega',
    'адрес',
    'адрес доставки',
  ],
}

/** "Phone 2" is a phone too. */
const withoutNumber = (key: string): string => key.replace(/\d+$/, '')

const fieldOf = (key: string, kind: ImportKind): ImportField | undefined => {
  const fields: readonly ImportField[] = IMPORT_FIELDS[kind]
  const means = (field: ImportField, word: string) => [field, ...WORDS[field]].some((one) => headingKey(one) === word)
  return (
    fields.find((field) => means(field, key)) ??
    REPEATED_FIELDS.find((field) => fields.includes(field) && means(field, withoutNumber(key)))
  )
}

/** The field of each column, null for one that is not imported. A field is given to its first column, a phone to each. */
export const guessMapping = (
  headings: readonly string[],
  kind: ImportKind,
  /** By heading key; null: it was not imported the last time. */
  saved: ReadonlyMap<string, ImportField | null>,
): (ImportField | null)[] => {
  const taken = new Set<ImportField>()
  return headings.map((heading) => {
    const key = headingKey(heading)
    const field = saved.has(key) ? (saved.get(key) ?? null) : (fieldOf(key, kind) ?? null)
    if (field === null || (taken.has(field) && !REPEATED_FIELDS.includes(field))) return null
    taken.add(field)
    return field
  })
}
