// Every error of the system in one table: who is at fault, the HTTP status, and the text. Public clients
// compare some of these texts literally (D-04), so they are wire constants, not prose.

import { PAYMENT_ERRORS } from './payment-errors.ts'

export type ErrorSpec = {
  status: number
  /** Who has to act: the caller, the module that we called, or we ourselves. */
  fault: 'caller' | 'module' | 'system'
  message: string
}

export const ERRORS = {
  key_missing: { status: 400, fault: 'caller', message: '"apiKey" is missing.' },
  key_wrong: { status: 403, fault: 'caller', message: 'Wrong "apiKey" value.' },
  access_denied: { status: 403, fault: 'caller', message: 'Access denied.' },
  account_unknown: { status: 404, fault: 'caller', message: 'Account does not exist.' },
  account_closed: {
    status: 403,
    fault: 'caller',
    message: 'Account is closed. Ask the operator of this installation.',
  },
  parameter_missing: { status: 400, fault: 'caller', message: "Parameter '{name}' is missing" },
  parameter_unreadable: { status: 400, fault: 'caller', message: "Parameter '{name}' is not valid JSON: {reason}" },
  body_unreadable: { status: 400, fault: 'caller', message: 'The request body cannot be parsed: {reason}' },
  body_too_large: { status: 413, fault: 'caller', message: 'The request body is larger than {limit} bytes' },
  media_type_unknown: {
    status: 415,
    fault: 'caller',
    message: 'Send the body as application/x-www-form-urlencoded, multipart/form-data or application/json',
  },
  entity_invalid: { status: 400, fault: 'caller', message: 'Errors in the entity format' },
  input_invalid: { status: 400, fault: 'caller', message: 'Errors in the input parameters' },
  not_found: { status: 404, fault: 'caller', message: 'Not found' },
  method_unknown: { status: 404, fault: 'caller', message: 'API method not found' },
  method_not_allowed: { status: 405, fault: 'caller', message: 'Method Not Allowed' },
  rate_exceeded: { status: 503, fault: 'caller', message: 'Rate limit exceeded' },
  rate_exceeded_transport: { status: 429, fault: 'caller', message: 'Rate limit exceeded' },
  idempotency_key_invalid: {
    status: 400,
    fault: 'caller',
    message: 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces',
  },
  idempotency_key_reused: {
    status: 409,
    fault: 'caller',
    message: 'This Idempotency-Key was used within 24 hours for another request. Use a new key for each request',
  },
  no_simple_connection: { status: 400, fault: 'caller', message: 'Not enabled simple connection' },
  scopes_not_granted: {
    status: 403,
    fault: 'caller',
    message: 'Access denied. An administrator has not granted these scopes to the module: {scopes}',
  },
  key_replaced: {
    status: 403,
    fault: 'caller',
    message:
      'Access denied. This API key was replaced and ends soon. Use the key that replaced it, or let an administrator connect the module again',
  },
  key_of_other_module: {
    status: 403,
    fault: 'caller',
    message:
      'Access denied. This API key belongs to the module {module}. Create a key for the module {code}, or let an administrator allow several modules on this one',
  },
  module_of_other_key: {
    status: 403,
    fault: 'caller',
    message:
      'Access denied. The module {code} is registered with another API key. Use that key, or create one for the module on its page in the workspace',
  },
  module_not_named: {
    status: 400,
    fault: 'caller',
    message: 'This API key acts for several modules, or for none. Name one of its modules in the parameter "module"',
  },
  client_id_taken: {
    status: 400,
    fault: 'caller',
    message: 'The clientId "{clientId}" is already used by the module {module}. Each module needs its own clientId',
  },
  // telephony; the first text is known to public clients
  telephony_off: { status: 400, fault: 'caller', message: 'Telephony not enabled' },
  client_id_unknown: { status: 400, fault: 'caller', message: 'No telephony module of this API key has this clientId' },
  module_unclear: {
    status: 400,
    fault: 'caller',
    message:
      'Several telephony modules are active and it is not clear which one sent this request. Send the clientId of the module, or use the API key that the module was registered with',
  },
  token_wrong: { status: 401, fault: 'caller', message: 'Wrong transport token' },
  // chats: of these texts modules compare the first two
  message_exists: { status: 400, fault: 'caller', message: 'Message with passed external_id already exists' },
  channel_unknown: { status: 400, fault: 'caller', message: 'Channel not found' },
  channel_inactive: { status: 400, fault: 'caller', message: 'Channel is not active. Activate it first' },
  message_unknown: { status: 400, fault: 'caller', message: 'Message not found' },
  message_unnamed: { status: 400, fault: 'caller', message: 'message.external_id is missing (or message.id)' },
  chat_unknown: { status: 400, fault: 'caller', message: 'Chat not found: name the customer' },
  client_missing: { status: 400, fault: 'caller', message: 'customer is missing' },
  template_unknown: { status: 400, fault: 'caller', message: 'Template not found' },
  template_taken: { status: 400, fault: 'caller', message: 'Template with passed code already exists' },
  emoji_unknown: { status: 400, fault: 'caller', message: 'The reaction must be one emoji, and nothing else' },
  emoji_not_in_dictionary: { status: 400, fault: 'caller', message: 'This channel does not accept {reaction}' },
  reaction_absent: { status: 400, fault: 'caller', message: 'Reaction not found' },
  reactions_full: {
    status: 409,
    fault: 'caller',
    message: 'This message already has {max} reactions. Choose which one to replace',
  },
  reactions_not_sent: {
    status: 400,
    fault: 'caller',
    message: 'settings.{type}.reaction of this channel does not allow the transport to send reactions',
  },
  reactions_not_received: {
    status: 409,
    fault: 'caller',
    message: 'This channel does not accept reactions to messages of this type',
  },
  message_not_sent: {
    status: 409,
    fault: 'caller',
    message: 'The message has not reached the customer yet. Try again in a moment',
  },
  channel_cannot: { status: 409, fault: 'caller', message: 'This channel does not support this: {what}' },
  file_unknown: { status: 400, fault: 'caller', message: 'File not found' },
  file_refused: { status: 400, fault: 'caller', message: 'The file was rejected: {reason}' },
  // the workspace
  sign_in_needed: { status: 401, fault: 'caller', message: 'Sign in to continue' },
  sign_in_refused: { status: 401, fault: 'caller', message: 'Incorrect email or password' },
  sign_in_throttled: { status: 429, fault: 'caller', message: 'Too many attempts. Wait a minute and try again' },
  second_factor_needed: { status: 401, fault: 'caller', message: 'Enter the code from your authenticator app' },
  second_factor_wrong: { status: 401, fault: 'caller', message: 'Incorrect code' },
  second_factor_due: { status: 403, fault: 'caller', message: 'Set up two-step sign-in to continue' },
  second_factor_active: { status: 409, fault: 'caller', message: 'Two-step sign-in is already on' },
  passwords_off: { status: 403, fault: 'caller', message: 'This account uses single sign-on instead of passwords' },
  single_sign_on_failed: { status: 400, fault: 'caller', message: 'Single sign-on failed: {reason}' },
  single_sign_on_unknown_user: {
    status: 403,
    fault: 'caller',
    message: 'The identity provider knows you, but no active user here has your verified email address',
  },
  single_sign_on_first: {
    status: 409,
    fault: 'caller',
    message: 'Sign in with single sign-on yourself before you turn passwords off',
  },
  admin_needed: { status: 403, fault: 'caller', message: 'Only an administrator can do this' },
  role_needed: {
    status: 403,
    fault: 'caller',
    message: 'Your role does not allow this. Ask an administrator to change it',
  },
  origin_wrong: {
    status: 403,
    fault: 'caller',
    message: 'The request came from another site. Reload the page and try again',
  },
  link_expired: {
    status: 400,
    fault: 'caller',
    message: 'This link has expired or has already been used. Request a new one',
  },
  share_gone: {
    status: 404,
    fault: 'caller',
    message: 'This link has expired or was revoked. Ask the person who shared it for a new one',
  },
  password_weak: { status: 400, fault: 'caller', message: 'Use a password of at least 10 characters' },
  last_admin: { status: 409, fault: 'caller', message: 'An account needs at least one active administrator' },
  same_customer: { status: 409, fault: 'caller', message: 'This is the same customer. Choose another one to merge' },
  merge_final: {
    status: 409,
    fault: 'caller',
    message: 'This merge cannot be undone any more: a day has passed, or the customer was merged again',
  },
  import_state: {
    status: 409,
    fault: 'caller',
    message: 'This import is {status}, so this is not possible now. Reload the page to see where it is',
  },
  day_closed: {
    status: 409,
    fault: 'caller',
    message: 'This day is closed. Reload the page; to change something, open the day again',
  },
  day_open: { status: 409, fault: 'caller', message: 'This day is not closed. Reload the page' },
  day_without_statement: {
    status: 409,
    fault: 'caller',
    message: 'There is no statement of this day yet. Fetch it from the module or upload it',
  },
  day_has_differences: {
    status: 409,
    fault: 'caller',
    message: '{count} differences of this day are not acknowledged yet',
  },
  statement_unsupported: {
    status: 409,
    fault: 'caller',
    message: 'This module offers no statement. Upload a CSV file of the provider instead',
  },
  code_taken: { status: 409, fault: 'caller', message: 'This code is already in use' },
  shortcut_taken: {
    status: 409,
    fault: 'caller',
    message: 'Another canned reply has this shortcut. Choose another one',
  },
  extension_taken: { status: 409, fault: 'caller', message: 'Another user already has the extension {extension}' },
  email_taken: { status: 409, fault: 'caller', message: 'A user with this email already exists' },
  no_call_icon: {
    status: 409,
    fault: 'caller',
    message: 'You have no extension, so calls cannot be started for you. Ask an administrator to assign one',
  },
  no_softphone: { status: 409, fault: 'caller', message: 'None of your extensions has a softphone' },
  softphone_failed: { status: 502, fault: 'module', message: 'The softphone could not be opened: {reason}' },
  call_not_started: { status: 502, fault: 'module', message: 'The call could not be started: {reason}' },
  press_under_way: { status: 409, fault: 'caller', message: 'This call is already being started' },
  press_throttled: {
    status: 429,
    fault: 'caller',
    message: 'Too many calls in one minute. Wait a moment and try again',
  },
  settings_locked: {
    status: 409,
    fault: 'caller',
    message: 'These settings are managed by the module and can only be changed through the API',
  },
  module_locked: {
    status: 409,
    fault: 'caller',
    message: 'The module does not allow this. It can be changed by the module itself, or deleted',
  },
  key_modules_single: { status: 409, fault: 'caller', message: 'This API key has fewer than two modules' },
  recording_missing: { status: 404, fault: 'caller', message: 'This call has no recording' },
  recording_unplayable: {
    status: 415,
    fault: 'module',
    message: 'The module did not send a valid recording: {reason}',
  },
  range_wrong: { status: 416, fault: 'caller', message: 'The requested part of the recording does not exist' },
  payment_in_use: { status: 400, fault: 'caller', message: 'The payment cannot be deleted: {reason}' },
  // modules that we call
  module_inactive: { status: 409, fault: 'caller', message: 'The module is off' },
  module_unreachable: { status: 502, fault: 'module', message: 'The module did not answer: {reason}' },
  module_answer_invalid: {
    status: 502,
    fault: 'module',
    message: 'The module sent an invalid response: {reason}',
  },
  ...PAYMENT_ERRORS,
  // we ourselves
  unavailable: { status: 503, fault: 'system', message: 'Temporarily unavailable. Try again in a moment' },
  internal: { status: 500, fault: 'system', message: 'Internal error' },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS

/** Fills the {placeholders} of an error's message. */
export const errorMessage = (code: ErrorCode, values: Record<string, string | number> = {}): string =>
  ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
