// The part of the interface of node-result 12 that the public client `retailcrm` uses.
exports.ok = (value) => ({ isOk: true, unwrap: () => value })

exports.fail = (error) => ({
  isOk: false,
  error,
  unwrap: () => {
    throw error
  },
})

const caught = (method) =>
  function (...args) {
    try {
      return method.apply(this, args)
    } catch (error) {
      return exports.fail(error)
    }
  }

const caughtAsync = (method) =>
  async function (...args) {
    try {
      return await method.apply(this, args)
    } catch (error) {
      return exports.fail(error)
    }
  }

const decorate = (wrap) => (_target, _name, descriptor) => ({ ...descriptor, value: wrap(descriptor.value) })

exports.tryCatch = decorate(caught)
exports.tryCatchAsync = decorate(caughtAsync)
