// Markup, scripts and addresses in one text.
/** No page may ask it for anything. */
export const CANARY_HOST = 'canary.invalid'

/** Runs as markup, in an attribute, in a template and as an address. It calls `stolen` with the place. */
export const payloadFor = (place: string): string =>
  [
    `javascript:/*${place}*/stolen('${place}')/*`,
    `"'><script>stolen('${place}')</script>`,
    `<img src=//${CANARY_HOST}/ onerror="stolen('${place}')">`,
    `<svg onload="stolen('${place}')"></svg>`,
    `<style>@import '//${CANARY_HOST}/';</style>`,
    `{{constructor.constructor("stolen('${place}')")()}}`,
    `[link](javascript:stolen) <a href="data:text/html,<script>">x</a>*/`,
  ].join('')
