// The part of Stripe.js that the console uses, for the card processor of the sandbox. As in the original, the details of
// a card stay in a frame of the processor's origin: the page that embeds it learns only how a confirmation ended.
;(() => {
  const { origin } = new URL(document.currentScript.src)
  const REPLY_LIMIT_MS = 60_000
  let lastId = 0

  /** Opens a frame of the processor, and exchanges messages with it. */
  const openFrame = (path, title, theme = 'light') => {
    const element = document.createElement('iframe')
    element.src = origin + path
    element.title = title
    // A frame of another colour scheme than its document has an opaque background.
    element.style.cssText = `border:0;display:block;width:100%;color-scheme:${theme}`
    const waiting = new Map()
    const handlers = new Set()
    let markReady
    const ready = new Promise((resolve) => {
      markReady = resolve
    })
    const receive = ({ source, origin: from, data }) => {
      if (source !== element.contentWindow || from !== origin) return
      if (data.event === 'ready') markReady()
      if (data.event) for (const handle of handlers) handle(data)
      const reply = waiting.get(data.id)
      waiting.delete(data.id)
      reply?.(data.result)
    }
    addEventListener('message', receive)
    return {
      element,
      onEvent: (handle) => handlers.add(handle),
      async request(message) {
        await ready
        lastId += 1
        const id = lastId
        return new Promise((resolve) => {
          const timer = setTimeout(() => {
            waiting.delete(id)
            resolve(failure('api_connection_error', 'The card processor does not respond. Try again.'))
          }, REPLY_LIMIT_MS)
          waiting.set(id, (result) => {
            clearTimeout(timer)
            resolve(result)
          })
          element.contentWindow?.postMessage({ ...message, id }, origin)
        })
      },
      close() {
        removeEventListener('message', receive)
        element.remove()
      },
    }
  }

  const failure = (type, message, code) => ({ error: { type, message, ...(code && { code }) } })

  /** Shows the page on which the owner of a card authenticates, until they have or have not. */
  const authenticate = (url) =>
    new Promise((resolve) => {
      const { pathname, search } = new URL(url)
      const frame = openFrame(pathname + search, 'Card authentication')
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Card authentication')
      dialog.style.cssText = 'border:0;padding:0;background:none;width:min(100vw - 32px,480px);margin:auto'
      frame.element.style.height = 'min(100vh - 32px,420px)'
      dialog.append(frame.element)
      document.body.append(dialog)
      const end = () => {
        dialog.remove()
        frame.close()
        resolve()
      }
      frame.onEvent(({ event }) => {
        if (event === 'authenticated') end()
      })
      dialog.addEventListener('cancel', (event) => event.preventDefault())
      dialog.showModal()
    })

  const createElement = (key, options, group) => {
    const handlers = new Map()
    const emit = (name, detail) => {
      for (const handle of [...(handlers.get(name) ?? [])]) handle({ elementType: 'payment', ...detail })
    }
    let frame
    const element = {
      mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target
        if (!parent) throw new Error('The element to mount on does not exist.')
        const theme = group.appearance?.theme === 'night' ? 'dark' : 'light'
        frame = openFrame(`/elements/payment?${new URLSearchParams({ key, theme })}`, 'Secure card details', theme)
        frame.element.style.height = '0'
        // The frame has room for the focus rings of its fields, which are in line with those of the page.
        frame.element.style.margin = '-4px'
        frame.element.style.width = 'calc(100% + 8px)'
        frame.onEvent(({ event, ...detail }) => {
          if (event === 'height') frame.element.style.height = `${detail.height}px`
          else emit(event, detail)
        })
        parent.replaceChildren(frame.element)
      },
      unmount() {
        frame?.close()
        frame = undefined
      },
      destroy() {
        element.unmount()
        handlers.clear()
        group.elements.delete('payment')
      },
      on(name, handle) {
        handlers.set(name, [...(handlers.get(name) ?? []), handle])
        return element
      },
      once(name, handle) {
        const run = (detail) => {
          element.off(name, run)
          handle(detail)
        }
        return element.on(name, run)
      },
      off(name, handle) {
        handlers.set(
          name,
          (handlers.get(name) ?? []).filter((known) => handle !== undefined && known !== handle),
        )
        return element
      },
      focus: () => void frame?.request({ action: 'focus' }),
      blur: () => void frame?.request({ action: 'blur' }),
      clear: () => void frame?.request({ action: 'clear' }),
      update: () => undefined,
      collapse: () => undefined,
    }
    group.elements.set('payment', {
      element,
      request: async (message) =>
        frame
          ? frame.request({ ...message, options })
          : failure('invalid_request_error', 'The card form is not mounted.'),
    })
    return element
  }

  const createGroup = (key, { clientSecret, appearance } = {}) => {
    const group = { clientSecret, appearance, elements: new Map() }
    const elements = {
      create(type, options = {}) {
        if (type !== 'payment') throw new Error(`The sandbox has no element of type ${type}, only payment.`)
        if (group.elements.has(type)) throw new Error('There can be one element of type payment.')
        return createElement(key, options, group)
      },
      getElement: (type) => group.elements.get(type)?.element ?? null,
      update: (changed) => Object.assign(group, changed),
      fetchUpdates: async () => ({}),
      submit: async () => (await group.elements.get('payment')?.request({ action: 'submit' })) ?? {},
    }
    groups.set(elements, group)
    return elements
  }
  const groups = new WeakMap()

  const createStripe = (key) => {
    let controller
    /** A hidden frame for requests without a card form. */
    const request = (message) => {
      if (!controller) {
        controller = openFrame(`/elements/controller?${new URLSearchParams({ key })}`, 'Card processor')
        controller.element.hidden = true
        controller.element.ariaHidden = 'true'
        document.body.append(controller.element)
      }
      return controller.request(message)
    }

    const retrieve = (kind, clientSecret) => request({ action: 'retrieve', kind, clientSecret })

    const finish = async (kind, clientSecret, outcome, { redirect, return_url } = {}) => {
      const name = kind === 'setup_intents' ? 'setupIntent' : 'paymentIntent'
      if (outcome.error) return { error: outcome.error }
      let { intent } = outcome
      const action = intent.next_action?.use_stripe_sdk?.stripe_js
      if (intent.status === 'requires_action' && action) {
        await authenticate(action)
        const after = await retrieve(kind, clientSecret)
        if (after.error) return { error: after.error }
        ;({ intent } = after)
        const error = intent.last_setup_error ?? intent.last_payment_error
        if (intent.status === 'requires_payment_method' && error) return { error }
      }
      if (redirect === 'if_required' || !return_url) return { [name]: intent }
      const url = new URL(return_url)
      url.searchParams.set(kind.slice(0, -1), intent.id)
      url.searchParams.set('redirect_status', intent.status)
      location.assign(url)
      // The page is left.
      return new Promise(() => undefined)
    }

    const confirm = async (kind, { elements, clientSecret, confirmParams = {}, redirect }) => {
      const group = groups.get(elements)
      const secret = clientSecret ?? group?.clientSecret
      const message = { action: 'confirm', kind, clientSecret: secret }
      const billing = confirmParams.payment_method_data?.billing_details
      const outcome = group
        ? await group.elements.get('payment')?.request({ ...message, billing })
        : await request({ ...message, paymentMethod: confirmParams.payment_method })
      return finish(kind, secret, outcome ?? failure('invalid_request_error', 'The card form is not mounted.'), {
        redirect,
        return_url: confirmParams.return_url,
      })
    }

    const next = async (kind, clientSecret) =>
      finish(kind, clientSecret, await retrieve(kind, clientSecret), { redirect: 'if_required' })
    const named = async (kind, name, secret) => {
      const { error, intent } = await retrieve(kind, secret)
      return error ? { error } : { [name]: intent }
    }

    return {
      elements: (options) => createGroup(key, options),
      confirmSetup: (options) => confirm('setup_intents', options),
      confirmPayment: (options) => confirm('payment_intents', options),
      handleNextAction: ({ clientSecret }) =>
        next(clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents', clientSecret),
      retrieveSetupIntent: (secret) => named('setup_intents', 'setupIntent', secret),
      retrievePaymentIntent: (secret) => named('payment_intents', 'paymentIntent', secret),
    }
  }

  window.Stripe = Object.assign(createStripe, { version: 'endive' })
})()
