/** Of this response: the content security policy allows the style elements that carry it, and no others. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
