// Words of the old dialect and what to write instead: names in the source, names of files, texts of the workspace in three
// languages, comments and test titles. `npm run check -- words` fails on each.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

type Words = readonly (readonly [found: string, write: string])[]

/** Names in code. `tell…` stands for every name that begins so. */
export const IDENTIFIERS: Words = [
  ['hear', 'loadEventContext'],
  ['Heard', 'EventContext'],
  ['speakerOf', 'resolveModule'],
  ['Speaker', 'the module'],
  ['tell…', 'publish… or notify…'],
  ['Told', 'the thing itself: SavedCall'],
  ['Written', 'the thing itself: SavedMessage'],
  ['Tried', 'DeliveryAttempt'],
  ['Asked', 'the thing itself: OperationRequest'],
  ['Settled', 'OperationResult'],
  ['hurry', 'retryNow'],
  ['nudge', 'notifyWorkers'],
  ['promised', 'durable'],
  ['unpromised', 'asyncCommit'],
  ['gaveWay', 'isConflict'],
  ['storePress', 'createOperation'],
  ['lookAfter', 'reconcileAt'],
  ['giveToPerson', 'escalate'],
  ['judge', 'classifyReport'],
  ['judgement', 'ReportDecision'],
  ['findLetter', 'findPaymentLinkEmail'],
  ['DEFAULT_LETTER', 'DEFAULT_PAYMENT_LINK_EMAIL'],
  ['LetterForm', 'PaymentLinkEmailForm'],
  ['aftermath', 'finishCall'],
  ['makesUp', 'resolvesMissedCall'],
  ['madeUp…', 'resolvedMissedCall'],
  ['closeSilentCalls', 'closeStaleCalls'],
  ['Seat', 'Subscriber'],
  ['Succession', 'entity version'],
  ['FOR_NOBODY', 'PLACEHOLDER'],
  ['Office', 'DeliveryContext'],
  ['Turn', 'Batch'],
  ['whetherRests', 'circuitState'],
  ['disableIfHopeless', 'disableAfterFailures'],
  ['Surroundings', 'RouteContext'],
  ['Carries', 'PhantomType'],
  ['Which', 'the thing itself: OrderSelector'],
  ['Wish', 'the data it holds'],
  ['Word', 'the data it holds'],
  ['Deed', 'the data it holds'],
  ['DEEDS', 'OPERATIONS or FEATURES'],
  ['Standing', 'the data it holds'],
  ['beats', 'heartbeat'],
  ['Face', 'Avatar'],
  ['DoorPage', 'SignedOutPage'],
  ['Toasts', 'Notifications'],
  ['Duty', 'OutboxMessage'],
  ['duties', 'outbox'],
  ['Book', 'ledger'],
  ['Till', 'checkout'],
  ['openTill', 'createCheckout'],
]

/** Names of files, without their ending. */
export const FILE_NAMES: Words = [
  ['aftermath', 'finish-call'],
  ['bucket', 's3-storage'],
  ['door', 'request-handler'],
  ['in-turn', 'keyed-mutex'],
  ['judge', 'rules'],
  ['letter', 'payment-link-email'],
  ['look', 'reconcile'],
  ['page-marks', 'page-cursor-cache'],
  ['refusals', 'error-responses'],
  ['tell', 'notifications'],
]

/** Phrases in the texts of the workspace, by language. Letter case counts: "Nobody" is a label, "nobody" may be a sentence. */
export const PHRASES: Readonly<Record<string, Words>> = {
  en: [
    ['Made', 'Created'],
    ['is made', 'created'],
    ['Keep the note', 'Save note'],
    ['note is kept', 'Note saved'],
    ['Make a', 'Create'],
    ['Make the', 'Create'],
    ['Let in', 'Deactivate, Reactivate'],
    ['May not sign in', 'Deactivated'],
    ['has ended', 'revoked, expired'],
    ['Every shop', 'All shops'],
    ['Every kind', 'All types'],
    ['Any manager', 'All managers'],
    ['Any status', 'All statuses'],
    ['Whose', 'Assignee'],
    ['Nobody', 'Unassigned, No one'],
    ['Anybody', 'Anyone'],
    ['Everybody', 'Everyone'],
    ['Somebody', 'Someone'],
    ['somebody', 'someone'],
    ['Way to pay', 'Payment method'],
    ['ways to pay', 'payment types'],
    ['from sight', 'status unknown'],
    ['Rights', 'Permissions'],
    ['rights', 'permissions'],
    ['Took', 'Duration'],
    ['Length', 'Duration'],
    ['Outcome', 'Result'],
    ['The invoice is', 'Invoice …'],
    ['The status is', 'Status …'],
    ['The payment is', 'Payment …'],
    ['The settings are', 'Settings …'],
    ['The key is', 'Key …'],
    ['Mend', 'Fix'],
    ['Loosen', 'Try fewer'],
    ['Nothing fits', 'No results'],
    ['Do not quote', 'Cancel reply'],
    ['taken back', 'removed'],
    ['To pay', 'Total'],
    ['Still to pay', 'Balance due'],
    ['Sum', 'Amount'],
    ['Set-up', 'Settings'],
    ['set-up', 'setup'],
    ['is to be done', 'needs doing'],
    ['is known', 'Unknown caller'],
    ['end of the number', 'Possible match'],
    ['was due', 'Due'],
    ['next one know', 'Add a note for your team'],
    ['Dinner', 'Lunch'],
    ['to be approved', 'awaiting approval'],
    ['Refund how much', 'Refund payment'],
    ['can pay it no longer', 'The payment link stops working'],
    ['Look again', 'Check status'],
    ['Not bound', 'Not connected'],
    ['is bound', 'connected'],
    ['letter', 'email'],
    ['has named', 'has'],
    ['Hears of', 'Status callback URL'],
    ['Go through', 'OK'],
    ['overtakes', 'arrive in order'],
    ['Neither binds', 'are not limited by'],
    ['money has come', 'Counts as paid'],
    ['on its way', 'sent'],
    ['on the way', 'queued'],
    ['left in peace', 'paused'],
    ['Rests', 'Paused'],
    ['Resting', 'Paused'],
    ['was told', 'was notified'],
    ['client', 'customer'],
    ['clients', 'customers'],
    ['The client', 'The customer'],
    ['e-mail', 'email'],
    ['E-mail', 'Email'],
  ],
  es: [
    ['Factura', 'Solicitud de pago'],
    ['Facturas', 'Solicitudes de pago'],
    ['factura', 'solicitud de pago'],
    ['facturas', 'solicitudes de pago'],
    ['carta', 'correo'],
    ['Hecho', 'Creado'],
    ['Afloje', 'Quite'],
    ['Órdenes', 'Comandos'],
    ['órdenes', 'comandos'],
    ['en camino', 'se ha enviado'],
    ['suceso', 'evento'],
    ['sucesos', 'eventos'],
    ['Rastro', 'Traza'],
    ['Sin rastro', 'Estado desconocido'],
    ['En reposo', 'En pausa'],
    ['No citar', 'Cancelar respuesta'],
    ['dejar entrar', 'desactivar, reactivar'],
    ['De quién', 'Responsable'],
    ['Nadie', 'Sin asignar'],
    ['Mirar otra vez', 'Comprobar estado'],
    ['Sin vincular', 'Sin conectar'],
    ['El dinero ha llegado', 'Cuenta como pagado'],
    ['Queda por pagar', 'Saldo pendiente'],
    ['Duró', 'Duración'],
  ],
  ru: [
    ['Делать нечего', 'Задач нет'],
    ['никто не известен', 'Номера нет в базе'],
    ['Кто угодно', 'Не назначена, Все'],
    ['След', 'Трассировка'],
    ['Отдыхает', 'Приостановлен'],
    ['Отвечен', 'Принят'],
    ['Удержание', 'Холд'],
    ['удержаны', 'холд'],
    ['удержано', 'холд'],
    ['Удержанные', 'холд'],
    ['потерян из виду', 'Статус неизвестен'],
    ['Ослабьте', 'Уберите'],
    ['Не цитировать', 'Отменить ответ'],
    ['Чья', 'Исполнитель'],
    ['Никто', 'Не назначен'],
    ['Не привязан', 'Не подключён'],
    ['Закрыть вход', 'Деактивировать'],
    ['обгоняет', 'по порядку'],
    ['в покое', 'приостановлен'],
    ['преемник', 'новый ключ'],
  ],
}

/** Words in comments and in titles of tests, in any letter case. */
export const COMMENTS_AND_TITLES: Words = [
  ['told', 'notified, sent, shown'],
  ['whoever', 'anyone who, the user who'],
  ['hears', 'receives'],
  ['heard', 'received, played'],
  ['lets in', 'allows'],
  ['is let in', 'is allowed, has access'],
  ['overtaken', 'replaced, or: a version conflict'],
  ['gives way', 'retries after the conflict'],
  ['looks after', 'reconciles'],
  ['at one press', 'with one click'],
]

/** Whole words only: "Made" is found in "Made Nov 15" and not in "Made-up" or "unMade". */
const wholeWords = (word: string, flags = 'u'): RegExp => {
  const text = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/…$/, '[A-Z]\\w*')
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${text}(?![\\p{L}\\p{N}_-])`, flags)
}

const compile = (words: Words, flags?: string) =>
  words.map(([found, write]) => ({ pattern: wholeWords(found, flags), write }))

const PATTERNS = {
  identifiers: compile(IDENTIFIERS),
  commentsAndTitles: compile(COMMENTS_AND_TITLES, 'iu'),
  phrases: Object.fromEntries(Object.entries(PHRASES).map(([language, words]) => [language, compile(words)])),
}

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line)
const withoutTexts = (line: string): string => line.replace(/'[^']*'|"[^"]*"|`[^`$]*`/g, "''")
/** The part of a line of code that is neither text nor comment. */
const namesOf = (line: string): string => withoutTexts(line).replace(/\/\/.*/, '')
const commentOf = (line: string): string =>
  isComment(line) ? line : (/(?:^|[\s{])(\/\/.*|\/\*.*)/.exec(withoutTexts(line))?.[1] ?? '')
/** it('…'), it.each(…)('…') and the end of a longer table: ])('…'). */
const TITLE = /^[ \t]*(?:(?:it|test|describe)(?:\.\w+)*(?:\(.*\))??|\]\))\(\s*(['"`])(.*?)\1/gm
/** The texts of a catalogue line, without its keys and the names of its values. */
const textsOf = (line: string): string => line.replace(/(^|[{,])\s*(\w+|'[^']*'):\s|\$\{[^}]*\}/g, '$1 ')

const findIn = (
  file: string,
  content: string,
  patterns: ReturnType<typeof compile>,
  partOf: (line: string) => string,
) =>
  content.split('\n').flatMap((line, index) => {
    if (isComment(line)) return []
    const part = partOf(line)
    return patterns.flatMap(({ pattern, write }) => {
      const found = pattern.exec(part)
      return found ? [`${file}:${index + 1} ${found[0]} → ${write}`] : []
    })
  })

const findInCommentsAndTitles = (file: string, content: string): string[] => {
  const comments = content.split('\n').map((line, index) => ({ line: index + 1, text: commentOf(line) }))
  const titles = [...content.matchAll(TITLE)].map((match) => ({
    line: content.slice(0, match.index + match[0].length).split('\n').length,
    text: match[2] ?? '',
  }))
  return [...comments, ...titles].flatMap(({ line, text }) =>
    PATTERNS.commentsAndTitles.flatMap(({ pattern, write }) => {
      const found = pattern.exec(text)
      return found ? [`${file}:${line} ${found[0]} → ${write}`] : []
    }),
  )
}

const findFileName = (file: string): string[] => {
  const name = basename(file).replace(/(\.test)?\.tsx?$/, '')
  return FILE_NAMES.filter(([found]) => found === name).map(([found, write]) => `${file}:1 ${found} → ${write}`)
}

/** The words of the old dialect in a file, each with its line and what to write instead. */
export const findDialect = (file: string, content: string): string[] => {
  const language = /\/texts\/(\w+)\/[^/]+\.ts$/.exec(file)?.[1] ?? ''
  return [
    ...findIn(file, content, PATTERNS.phrases[language] ?? [], textsOf),
    ...findFileName(file),
    ...findIn(file, content, PATTERNS.identifiers, namesOf),
    ...findInCommentsAndTitles(file, content),
  ]
}

if (import.meta.main) {
  const files = globSync('{packages,apps,modules,faults,bench,demo,e2e,tools}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'],
  })
  const found = files.flatMap((file) => findDialect(file, readFileSync(file, 'utf8')))
  for (const one of found) console.log(one)
  process.exitCode = found.length > 0 ? 1 : 0
}
