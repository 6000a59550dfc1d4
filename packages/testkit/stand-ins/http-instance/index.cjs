// The part of the interface of http-instance 7 that the public client `retailcrm` uses, on Node's own fetch. The client
// itself, which decides addresses, headers and bodies, runs unchanged.
const { ok, fail } = require('node-result')

class HttpInstance {
  constructor({ baseUrl, headers = {} }) {
    this.baseUrl = baseUrl
    this.headers = headers
  }

  async request(method, path, body, options = {}) {
    try {
      const headers = { accept: 'application/json', ...this.headers, ...options.headers }
      const response = await fetch(new URL(path.trim(), this.baseUrl), { method, headers, body })
      const data = await response.json()
      return ok({ status: response.status, headers: Object.fromEntries(response.headers), data })
    } catch (error) {
      return fail(error)
    }
  }

  get(path, options) {
    return this.request('GET', path, undefined, options)
  }

  post(path, body, options) {
    return this.request('POST', path, body, options)
  }
}

exports.HttpInstance = HttpInstance
