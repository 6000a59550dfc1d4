// Values of imports that the workspace needs at run time too. No schemas here.

export const IMPORT_KINDS = ['customers', 'orders'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Of the customer, or of the delivery of the order; `address` is the whole of it in one cell. */
const ADDRESS = ['index', 'countryIso', 'region', 'city', 'street', 'building', 'flat', 'address'] as const

/** What a column may hold. Several columns may hold a phone, or an email address. */
export const IMPORT_FIELDS = {
  customers: [
    'externalId',
    'firstName',
    'lastName',
    'patronymic',
    'phone',
    'email',
    'manager',
    'shop',
    'createdAt',
    ...ADDRESS,
  ],
  orders: [
    'number',
    'externalId',
    'status',
    'createdAt',
    'customerExternalId',
    'firstName',
    'lastName',
    'patronymic',
    'phone',
    'email',
    'productName',
    'price',
    'quantity',
    'discount',
    'manager',
    'shop',
    'customerComment',
    'managerComment',
    'deliveryType',
    'deliveryCost',
    'deliveryDate',
    ...ADDRESS,
  ],
} as const satisfies Record<ImportKind, readonly string[]>

export type ImportField = (typeof IMPORT_FIELDS)[ImportKind][number]

/** Fields that several columns may hold. */
export const REPEATED_FIELDS: readonly ImportField[] = ['phone', 'email']

/** What finds the customer or the order that a row is about. */
export const MATCH_FIELDS = {
  customers: ['externalId', 'phone', 'email'],
  orders: ['externalId', 'number'],
} as const satisfies Record<ImportKind, readonly ImportField[]>

export const ENCODINGS = ['utf-8', 'windows-1251', 'windows-1252', 'utf-16le'] as const
export type ImportEncoding = (typeof ENCODINGS)[number]

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** What happens to a row whose customer or order exists: it is an error, an update, or skipped. */
export const ON_MATCH = ['create', 'update', 'skip'] as const
export type OnMatch = (typeof ON_MATCH)[number]

export const IMPORT_STATUSES = [
  'uploaded',
  'reading',
  'checking',
  'checked',
  'running',
  'done',
  'canceled',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

export const IMPORT_COMMANDS = ['start', 'pause', 'resume', 'cancel', 'undo'] as const
export type ImportCommand = (typeof IMPORT_COMMANDS)[number]

/** Results of rows: of the dry run, of the import, and of its undo. */
export const CHECK_RESULTS = ['create', 'update', 'skip', 'error'] as const
export const ROW_OUTCOMES = ['created', 'updated', 'skipped', 'failed', 'undone', 'kept'] as const

/** The largest CSV file: a hundred thousand rows are about 10 MB. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024
export const MOST_IMPORT_ROWS = 500_000
