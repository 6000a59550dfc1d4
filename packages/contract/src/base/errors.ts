// Every refusal the system can give, in one table: who is at fault, the HTTP status, and the text. Public clients
// compare some of these texts literally (D-04), so they are wire constants, not prose.

type ErrorSpec = {
  status: number
  /** Who has to act: the one who called us, the module that we called, or we ourselves. */
  fault: 'caller' | 'module' | 'system'
  message: string
}

export const ERRORS = {
  key_missing: { status: 400, fault: 'caller', message: '"apiKey" is missing.' },
  key_wrong: { status: 403, fault: 'caller', message: 'Wrong "apiKey" value.' },
  access_denied: { status: 403, fault: 'caller', message: 'Access denied.' },
  account_unknown: { status: 404, fault: 'caller', message: 'Account does not exist.' },
  parameter_missing: { status: 400, fault: 'caller', message: "Parameter '{name}' is missing" },
  parameter_unreadable: { status: 400, fault: 'caller', message: "Parameter '{name}' is not readable JSON: {reason}" },
  body_unreadable: { status: 400, fault: 'caller', message: 'The request body is not readable: {reason}' },
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
  no_simple_connection: { status: 400, fault: 'caller', message: 'Not enabled simple connection' },
  scopes_not_granted: {
    status: 403,
    fault: 'caller',
    message: 'Access denied. These scopes were not granted to the module by an administrator: {scopes}',
  },
  // telephony; the first text is known to public clients
  telephony_off: { status: 400, fault: 'caller', message: 'Telephony not enabled' },
  module_unclear: {
    status: 400,
    fault: 'caller',
    message:
      'Several telephony modules are active and this request fits none of them alone. Send the clientId of the module, or use the API key that the module was registered with',
  },
  token_wrong: { status: 401, fault: 'caller', message: 'Wrong transport token' },
  // chats: of these texts modules compare the first two
  message_exists: { status: 400, fault: 'caller', message: 'Message with passed external_id already exists' },
  channel_unknown: { status: 400, fault: 'caller', message: 'Channel not found' },
  channel_inactive: { status: 400, fault: 'caller', message: 'Channel is not active: activate it first' },
  message_unknown: { status: 400, fault: 'caller', message: 'Message not found' },
  message_unnamed: { status: 400, fault: 'caller', message: 'message.external_id is missing (or message.id)' },
  chat_unknown: { status: 400, fault: 'caller', message: 'Chat not found: name the customer' },
  client_missing: { status: 400, fault: 'caller', message: 'customer is missing' },
  template_unknown: { status: 400, fault: 'caller', message: 'Template not found' },
  template_taken: { status: 400, fault: 'caller', message: 'Template with passed code already exists' },
  emoji_unknown: { status: 400, fault: 'caller', message: 'The reaction must be one emoji, and nothing else' },
  emoji_not_in_dictionary: { status: 400, fault: 'caller', message: 'This channel does not take {reaction}' },
  reaction_absent: { status: 400, fault: 'caller', message: 'Reaction not found' },
  reactions_full: {
    status: 409,
    fault: 'caller',
    message: 'This message has {max} reactions already. Say which one to replace',
  },
  reactions_not_sent: {
    status: 400,
    fault: 'caller',
    message: 'settings.{type}.reaction of this channel does not let the transport send reactions',
  },
  reactions_not_received: {
    status: 409,
    fault: 'caller',
    message: 'This channel does not take reactions to such messages',
  },
  message_not_sent: {
    status: 409,
    fault: 'caller',
    message: 'The message has not reached the client yet. Try again in a moment',
  },
  channel_cannot: { status: 409, fault: 'caller', message: 'This channel does not take that: {what}' },
  file_unknown: { status: 400, fault: 'caller', message: 'File not found' },
  file_refused: { status: 400, fault: 'caller', message: 'The file is refused: {reason}' },
  // the workspace
  sign_in_needed: { status: 401, fault: 'caller', message: 'Sign in to go on' },
  sign_in_refused: { status: 401, fault: 'caller', message: 'The e-mail or the password is wrong' },
  sign_in_throttled: { status: 429, fault: 'caller', message: 'Too many tries. Wait a minute and try again' },
  admin_needed: { status: 403, fault: 'caller', message: 'Only an administrator may do this' },
  origin_wrong: { status: 403, fault: 'caller', message: 'The request came from another site' },
  link_expired: {
    status: 400,
    fault: 'caller',
    message: 'This link has expired or was already used. Ask for a new one',
  },
  share_gone: {
    status: 404,
    fault: 'caller',
    message: 'This link has expired or was ended. Ask whoever gave it to you for a new one',
  },
  password_weak: { status: 400, fault: 'caller', message: 'Choose a password of at least 10 characters' },
  last_admin: { status: 409, fault: 'caller', message: 'An account needs at least one active administrator' },
  code_taken: { status: 409, fault: 'caller', message: 'There is already one with this code' },
  email_taken: { status: 409, fault: 'caller', message: 'There is already a user with this e-mail' },
  no_call_icon: {
    status: 409,
    fault: 'caller',
    message: 'No exchange can start a call for you: you have no extension',
  },
  call_not_started: { status: 502, fault: 'module', message: 'The call could not be started: {reason}' },
  press_under_way: { status: 409, fault: 'caller', message: 'This call is being started already' },
  press_throttled: { status: 429, fault: 'caller', message: 'Too many calls in a minute. Wait a moment and try again' },
  settings_locked: {
    status: 409,
    fault: 'caller',
    message: 'The module keeps its settings to itself: they can be changed through its API only',
  },
  recording_missing: { status: 404, fault: 'caller', message: 'This call has no recording' },
  recording_unplayable: { status: 415, fault: 'module', message: 'What the module sent is not a recording: {reason}' },
  range_wrong: { status: 416, fault: 'caller', message: 'The recording has no such part' },
  payment_in_use: { status: 400, fault: 'caller', message: 'The payment cannot be deleted: {reason}' },
  // modules that we call
  module_inactive: { status: 409, fault: 'caller', message: 'The module is switched off' },
  module_unreachable: { status: 502, fault: 'module', message: 'The module did not answer: {reason}' },
  module_answer_invalid: {
    status: 502,
    fault: 'module',
    message: 'The module answered something unexpected: {reason}',
  },
  // payments
  payment_not_integrated: {
    status: 409,
    fault: 'caller',
    message:
      'The payment type {type} is not bound to a shop of a payment module. Bind it in the settings, then try again',
  },
  payment_shop_gone: {
    status: 409,
    fault: 'caller',
    message: 'The shop {shop} was removed by its payment module. Bind the payment type to another shop',
  },
  payment_currency_unsupported: {
    status: 409,
    fault: 'caller',
    message: 'The payment module does not take {currency}',
  },
  payment_amount_zero: { status: 409, fault: 'caller', message: 'There is nothing to pay: the amount is zero' },
  invoice_exists: {
    status: 409,
    fault: 'caller',
    message: 'The payment already has an invoice that is {status}',
  },
  invoice_move_refused: { status: 409, fault: 'caller', message: 'An invoice that is {status} has no {kind}' },
  invoice_unconfirmed: {
    status: 409,
    fault: 'module',
    message: 'Sent to the module at {at}, not confirmed yet. Do not repeat: the outcome is being looked for',
  },
  operation_in_progress: {
    status: 409,
    fault: 'caller',
    message: 'Operation in progress: {who} asked to {kind} at {at}, and the module has not confirmed it yet',
  },
  operation_unsupported: { status: 409, fault: 'caller', message: 'The payment module has no action to {kind}' },
  refund_too_large: { status: 409, fault: 'caller', message: 'At most {left} {currency} can still be refunded' },
  refund_amount_invalid: { status: 400, fault: 'caller', message: 'The amount {reason}' },
  nothing_to_resolve: { status: 409, fault: 'caller', message: 'There is no operation whose outcome is unknown' },
  email_missing: { status: 409, fault: 'caller', message: 'The order has no e-mail. Give the address to write to' },
  payment_refused: { status: 400, fault: 'module', message: '{errorMsg}' },
  invoice_status_unknown: { status: 400, fault: 'caller', message: 'There is no invoice status {status}' },
  invoice_disagrees: { status: 400, fault: 'caller', message: '{reason}. It is kept for an administrator to look at' },
  url_refused: { status: 400, fault: 'caller', message: 'The address {url} may not be called: {reason}' },
  // we ourselves
  unavailable: { status: 503, fault: 'system', message: 'Temporarily unavailable, try again' },
  internal: { status: 500, fault: 'system', message: 'Internal error' },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof ERRORS

/** Fills the {placeholders} of an error's message. */
export const errorMessage = (code: ErrorCode, values: Record<string, string | number> = {}): string =>
  ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
