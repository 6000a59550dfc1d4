import type { NotUnderstood } from '@patchbay/contract/platform/workspace/traffic'

// The verdict of the system on an exchange in one line, for a terminal.

export type Verdict = {
  code: string
  status?: number
  why?: string
  value?: string
  message?: string
  detail?: string
  seconds?: number
}

/** As the workspace says it. */
const WHY: Readonly<Record<NotUnderstood, string>> = {
  empty: 'the answer is empty; JSON with success and result is expected',
  html: 'the answer is an HTML page; JSON is expected',
  'not-json': 'the answer is not valid JSON',
  'too-long': 'the answer is longer than 64 KB',
  'no-success': 'the JSON has no "success": true or false',
  'no-reason': '"success" is false, and errorMsg does not say why',
  'no-payment-id': 'result.paymentId is missing',
  'payment-id-taken': 'result.paymentId is already used by another invoice',
  'no-link': 'result.invoiceUrl, the payment link, is missing',
  'relative-link': 'result.invoiceUrl must be a full link that begins with https://',
  'softphone-link': 'url must be a full https link at an address that the module registered',
  'unknown-status': 'result.status is missing or not a known status',
  'statement-line': 'a line of the statement is not as agreed on',
  'http-status': 'an error without success: false',
  'not-200': 'a call counts as started only with 200',
  'not-audio': 'the recording is not labelled as audio',
}

const reasonOf = ({ why, value, message, detail, seconds }: Verdict): string => {
  const words = why === undefined ? (message ?? detail) : (WHY[why as NotUnderstood] ?? why)
  const late = seconds === undefined ? undefined : `no answer within ${seconds} s`
  return [words ?? late, value !== undefined && `"${value}"`].filter(Boolean).join(': ')
}

export const verdictLine = ({ ok, result }: { ok: boolean; result: Verdict }): string => {
  const reason = reasonOf(result)
  return `${ok ? 'ok' : 'NOT OK'}: ${result.code}${reason === '' ? '' : ` (${reason})`}`
}
